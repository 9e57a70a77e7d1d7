"""Permute calls in every spelling: found, with operands in the one order, and exact messages."""

import json
from pathlib import Path

import pytest

from byteperm.isa import MODES
from byteperm.scan import evaluate, find_calls, names_in, read_call
from byteperm.spans import BytepermError, Source

SITES = Path(__file__).parent.parent / "vectors" / "call_sites.jsonl"


def parts(text: str) -> list[tuple[str, ...]]:
    calls = find_calls(Source(text))
    for call in calls:
        for argument in (call.low, call.high, call.selector):
            assert text[argument.span.start : argument.span.end] == argument.text
    return [(call.contract, call.mode, call.low.text, call.high.text, call.selector.text) for call in calls]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uint32_t r = __byte_perm(x, y[2], 0x5410);", ("byte_perm", "default", "x", "y[2]", "0x5410")),
        ("__nv_byte_perm(a,b,s)", ("byte_perm", "default", "a", "b", "s")),
        ("r = byte_perm(a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("r = cuda.libdevice.byte_perm(a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("libdevice.byte_perm(a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("dpct::byte_level_permute(a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("hc_byte_perm_S (a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("hc_byte_perm(a, b, s)", ("byte_perm", "default", "a", "b", "s")),
        ("__builtin_nvvm_prmt(a, b, s)", ("prmt", "default", "a", "b", "s")),
        ("__builtin_nvvm_prmt_f4e(a, b, c)", ("prmt", "f4e", "a", "b", "c")),
        ("__builtin_nvvm_prmt_rc8(a, c)", ("prmt", "rc8", "a", "a", "c")),
        ("%r = call i32 @llvm.nvvm.prmt(i32 noundef %a, i32 %b, i32 21520)", ("prmt", "default", "%a", "%b", "21520")),
        ("call i32 @llvm.nvvm.prmt.b4e(i32 range(i32 0, 9) %a, i32 %b, i32 1)", ("prmt", "b4e", "%a", "%b", "1")),
        ("call i32 @llvm.nvvm.prmt.ecl(i32 %a, i32 1)", ("prmt", "ecl", "%a", "%a", "1")),
        ("prmt(x, y, s)", ("prmt", "default", "x", "y", "s")),
        ("prmt.b32(x, y, s)", ("prmt", "default", "x", "y", "s")),
        ("prmt.b32.rc16(x, y, s)", ("prmt", "rc16", "x", "y", "s")),
        ("@%p1 prmt.b32 %r1, %r2, %r3, 0x5410;", ("prmt", "default", "%r2", "%r3", "0x5410")),
        ("prmt.b32.f4e d, a, 0, c", ("prmt", "f4e", "a", "0", "c")),
        ("{ prmt.b32 d, a, b, c }", ("prmt", "default", "a", "b", "c")),
        ("prmt.b32 d, a, b, -1\n", ("prmt", "default", "a", "b", "-1")),
        ("__builtin_amdgcn_perm(s0, s1, 0x05040100)", ("v_perm", "default", "s1", "s0", "0x05040100")),
        ("__amdgcn_perm(s0, s1, s)", ("v_perm", "default", "s1", "s0", "s")),
        ("v_perm(s0, s1, s)", ("v_perm", "default", "s1", "s0", "s")),
        ("v_perm_b32 v0, v1, v2, v3 ; comment", ("v_perm", "default", "v2", "v1", "v3")),
    ],
)
def test_every_spelling(text: str, expected: tuple[str, ...]) -> None:
    assert parts(text) == [expected]


@pytest.mark.parametrize("mode", MODES[1:])
def test_every_mode(mode: str) -> None:
    for text in (f"prmt.b32.{mode} d, a, b, c;", f"prmt.{mode}(a, b, c)", f"__builtin_nvvm_prmt_{mode}(a, b, c)"):
        assert parts(text) == [("prmt", mode, "a", "b", "c")]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("(uint32_t)(a, b), c{1, 2}, d[e, f]", ("(uint32_t)(a, b)", "c{1, 2}", "d[e, f]")),
        ("foo<a, b>(x), ns::bar<u<int, 3>>::y, z", ("foo<a, b>(x)", "ns::bar<u<int, 3>>::y", "z")),
        ("a < b, c > (d), s", ("a < b", "c > (d)", "s")),
        ("a<b, c>(d), s", ("a<b", "c>(d)", "s")),
        ("a << 1, b >> 2, c<d>()", ("a << 1", "b >> 2", "c<d>()")),
        ("f(\"),\"), ',', s", ('f("),")', "','", "s")),
        ("a /* , */, b // ,)\n, c", ("a", "b", "c")),
        ("a, \\\n b, \\\n c", ("a", "b", "c")),
        ("[&] { int q = 1; return q; }(), b, c", ("[&] { int q = 1; return q; }()", "b", "c")),
        ("h[0]], b, c", ("h[0]]", "b", "c")),
    ],
)
def test_arguments_are_split_where_they_end(arguments: str, expected: tuple[str, ...]) -> None:
    assert parts(f"f({{__byte_perm({arguments})}});") == [("byte_perm", "default", *expected)]


def test_nested_calls_come_outer_first() -> None:
    text = "__byte_perm(prmt(a, b, 1), __byte_perm(c, v_perm(d, e, 2), 3), 4)"
    assert [call.selector.text for call in find_calls(Source(text))] == ["4", "1", "3", "2"]
    assert read_call(Source(text)).selector.text == "4"


def test_macro_bodies_are_read_and_half_a_macro_harms_nobody() -> None:
    text = """
    #define OPEN foo((
    #define SWAP(v) \\
        __byte_perm(v, 0, 0x0123)
    #define PRMT(d, a) prmt.b32 d, a, a, 0x1032
    x = __byte_perm(a, b, 0x3210);
    """
    assert [call[4] for call in parts(text)] == ["0x0123", "0x1032", "0x3210"]


@pytest.mark.parametrize(
    "text",
    [
        "// __byte_perm(a, b, c)",
        "/* __byte_perm(a, b, c) */",
        '"__byte_perm(a, b, c)"',
        'puts("prmt.b32 a, b, c, d;")',
        "unsigned __byte_perm(unsigned x, unsigned y, unsigned s);",
        "u32 hc_byte_perm (const u32 a, const u32 b, const int c)",
        "int __byte_perm(int, int, int);",
        "declare i32 @llvm.nvvm.prmt(i32, i32, i32)",
        "def byte_perm(x, y, s):",
        "#define __byte_perm(x, y, s) prmt_of(x, y, s)",
        "my__byte_perm(a, b, c)",
        "__byte_perm(a, b)",
        "__byte_perm(a, b, c, d)",
        "__byte_perm(a, , c)",
        "__byte_perm(a, b, c",
        "__byte_perm(a, b, (c; d)",
        "prmt.b32 a, b, c;",
        "prmt.b32.f5e a, b, c, d;",
        "int prmt = 3; v_perm = 4; byte_perm;",
        "v_perm_b32 v0, v1\nv_mov_b32 v2, v3",
        "",
    ],
)
def test_what_is_no_complete_call_is_not_found(text: str) -> None:
    assert find_calls(Source(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(d) : "r"(a), "r"(b));', ("a", "b", "0x5410")),
        ('asm volatile("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(f(a, b)), "n"(0), "n"(S))', ("f(a, b)", "0", "S")),
        ('asm("prmt.b32 %0, %0, %1, 0x1;" : "+r"(d) : "r"(b) : "memory");', ("d", "b", "0x1")),
        (
            '__asm__ __volatile__("prmt.b32 %[d], %[x], %[y], 1" : [d] "=r"(q) : [y] "r"(b), [x] "r"(a))',
            ("a", "b", "1"),
        ),
        ('asm("{\\n\\t.reg .b32 t;\\n\\t" "prmt.b32 t, %1, %2, 3;\\n" "}" :: "r"(z), "r"(a), "r"(b))', ("a", "b", "3")),
        ('asm(R"x(prmt.b32 %0, %1, %%t, 1;)x" : "=r"(d) : "r"(a));', ("a", "%%t", "1")),
        ('asm("prmt.b32 %0, %1, %7, 1;" : "=r"(d) : "r"(a));', ("a", "%7", "1")),
        ('asm("prmt.b32 %0, %1, %2, 1;"', ("%1", "%2", "1")),
        ('asm("prmt.b32 %0, %1, %2, 1', ("%1", "%2", "1")),
        ('asm("v_perm_b32 %0, %1, %2, %3" : "=v"(r) : "v"(s0), "v"(s1), "s"(sel));', ("s1", "s0", "sel")),
    ],
)
def test_inline_assembly(text: str, expected: tuple[str, ...]) -> None:
    assert [call[2:] for call in parts(text)] == [expected]


def test_an_operand_split_between_strings_is_put_together() -> None:
    text = 'asm("prmt.b32 %0, %1, %2, 0x54" /* , */ "10;" : "=r"(d) : "r"(a), "r"(b));'
    call = read_call(Source(text))
    assert call.selector.text == "0x5410"
    assert text[call.selector.span.start : call.selector.span.end] == '0x54" /* , */ "10'
    assert text[call.span.start : call.span.end] == 'prmt.b32 %0, %1, %2, 0x54" /* , */ "10'


def test_calls_in_the_operands_of_inline_assembly_come_after_it() -> None:
    text = 'asm("prmt.b32 %0, %1, %2, 1;" : "=r"(d) : "r"(__byte_perm(a, b, 2)), "r"(b));'
    assert [call.selector.text for call in find_calls(Source(text))] == ["1", "2"]


def test_real_call_sites_are_read() -> None:
    rows = [json.loads(line) for line in SITES.read_text(encoding="utf-8").splitlines()]
    read = 0
    for row in rows:
        if row["normalised"].startswith("hc_bytealign"):
            continue
        call = read_call(Source(row["normalised"]))
        assert call.contract == row["contract"]
        value = row["selector"]
        source = Source(row["normalised"])
        if value is not None and not names_in(source, call.selector.span):
            assert evaluate(source, call.selector.span, {}) == value
            read += 1
    assert read > 250


READABLE = {
    "r = __byte_perm(a, b, 0x3210;": """\
error: this bracket is not closed
 --> call, column 16
  | r = __byte_perm(a, b, 0x3210;
  |                ^ found no )""",
    "r = __byte_perm(a, b);": """\
error: __byte_perm takes 3 arguments
 --> call, column 5
  | r = __byte_perm(a, b);
  |     ^^^^^^^^^^^^^^^^^ found 2
  = help: the order is bytes 0-3, bytes 4-7, selector""",
    "__builtin_amdgcn_perm()": """\
error: __builtin_amdgcn_perm takes 3 arguments
 --> call, column 1
  | __builtin_amdgcn_perm()
  | ^^^^^^^^^^^^^^^^^^^^^^^ found 0
  = help: the order is bytes 4-7, bytes 0-3, selector""",
    "__byte_perm(a, , b)": """\
error: empty argument
 --> call, column 16
  | __byte_perm(a, , b)
  |                ^ found nothing for argument 2 of __byte_perm""",
    "prmt.b32 d, a, b, ;": """\
error: empty operand
 --> call, column 19
  | prmt.b32 d, a, b, ;
  |                   ^ found nothing for operand 4 of prmt.b32""",
    "prmt.b32 d, a, b;": """\
error: prmt.b32 takes 4 operands
 --> call, column 1
  | prmt.b32 d, a, b;
  | ^^^^^^^^^^^^^^^^ found 3
  = help: the order is destination, bytes 0-3, bytes 4-7, selector""",
    "prmt.b32.f5e d, a, b, c;": """\
error: unknown prmt mode
 --> call, column 10
  | prmt.b32.f5e d, a, b, c;
  |          ^^^ found 'f5e'
  = help: the modes are f4e, b4e, rc8, ecl, ecr, rc16, or none""",
    "\n  swap(a)\n": """\
error: no byte permute here
 --> call, line 2, column 3
  |   swap(a)
  |   ^^^^^^^ found no permute call
  = help: write the whole call, as __byte_perm(x, y, 0x5410), prmt.b32 d, a, b, 0x5410; or \
__builtin_amdgcn_perm(s0, s1, 0x05040100)""",
}


@pytest.mark.parametrize("text", READABLE)
def test_messages(text: str) -> None:
    with pytest.raises(BytepermError) as caught:
        read_call(Source(text, "call"))
    assert caught.value.render() == READABLE[text]
