"""Any text at all gives a result or a message, and results point into the text."""

from hypothesis import given
from hypothesis import strategies as st

from byteperm.isa import MODES
from byteperm.scan import PermuteCall, constants_in, evaluate, find_calls, names_in, read_call
from byteperm.spans import BytepermError, Source, Span

LINES = (
    "uint32_t r = __byte_perm(h[0], 0x14, 0x5401);",
    "#define SWAP(v) \\\n  __byte_perm(v, 0, 0x0123)",
    'asm volatile("{\\n\\tprmt.b32.f4e %0, %1, %[q], 0x5410;\\n}" : "=r"(d) : "r"(f(a, b)), [q] "r"(b[1]));',
    "prmt.b32 %r1, %r2, %r3, 0x5410;\nprmt.b32.rc8 d, a, b, c;",
    "x = __builtin_amdgcn_perm(s0, (uint32_t)-1 >> 4, static_cast<unsigned>(0x05040100));",
    "v_perm_b32 v0, v1, v2, v3 ; c\n",
    "%r = call i32 @llvm.nvvm.prmt.ecl(i32 noundef %a, i32 1)",
    "const unsigned char A = 0x1FF, B{2}; enum class E : int { X = A << 3, Y };\n#define M A + -1\n",
    "R\"x(prmt.b32 a, b, c, d;)x\" /* */ // \n'a' 1.5e-3f ? 0x1F'FFull : ~!A && B || C % 0",
)
ANY_TEXT = st.text(st.characters(exclude_categories=()))
TOKENS = st.sampled_from(
    '__byte_perm prmt .b32 .f4e prmt.b32 asm ( ) [ ] { } , ; : :: % %0 %% " \' R"( )" \\ \\\n \n # #define A B const '
    "enum = 0x5410 1 -1 << >> < > ? + - * / & && ! ~ (int) static_cast<int> // /* */ . -> $1 \0 \ud800 1.5 byte_perm "
    "v_perm_b32 @llvm.nvvm.prmt.rc8 i32".split(" ")
)
SOUP = st.lists(TOKENS, max_size=40).map(" ".join) | st.lists(TOKENS, max_size=40).map("".join)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Real lines with a few pieces cut out, doubled or replaced."""
    text = "\n".join(draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=3)))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        text = text[:start] + draw(TOKENS | ANY_TEXT | st.just(text[start:end] * 2)) + text[end:]
    return text


TEXTS = ANY_TEXT | SOUP | mutations()


def check_call(text: str, call: PermuteCall) -> None:
    assert call.contract in ("byte_perm", "prmt", "v_perm")
    assert call.mode in MODES
    assert text[call.span.start : call.span.end]
    for argument in (call.low, call.high, call.selector):
        assert argument.text
        assert 0 <= argument.span.start < argument.span.end <= len(text)


@given(TEXTS)
def test_calls(text: str) -> None:
    source = Source(text)
    calls = find_calls(source)
    assert [call.span.start for call in calls] == sorted(call.span.start for call in calls)
    for call in calls:
        check_call(text, call)
    try:
        first = read_call(source)
    except BytepermError as error:
        check_message(error, text)
    else:
        assert first == calls[0]


@given(TEXTS)
def test_definitions(text: str) -> None:
    for value in constants_in(Source(text)).values():
        assert -(1 << 63) <= value < 1 << 64


@given(TEXTS, st.dictionaries(st.sampled_from(["A", "B", "h[0]", "%0"]), st.integers(-(1 << 31), 1 << 32)))
def test_expressions(text: str, names: dict[str, int]) -> None:
    source, span = Source(text), Span(0, len(text))
    try:
        missing = names_in(source, span, names)
    except BytepermError as error:
        check_message(error, text)
        missing = ()
    try:
        assert 0 <= evaluate(source, span, names | dict.fromkeys(missing, 1)) < 1 << 32
    except BytepermError as error:
        check_message(error, text)


def check_message(error: BytepermError, text: str) -> None:
    assert error.render()
    assert error.source is not None
    assert error.source.text == text
    assert error.span is not None
    assert 0 <= error.span.start <= len(text)
