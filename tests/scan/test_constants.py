"""Constant expressions have the values that C gives them, or a message at the right place."""

import pytest

from byteperm.scan import constants_in, evaluate, names_in, normalised
from byteperm.spans import BytepermError, Source, Span


def value(text: str, **names: int) -> int:
    return evaluate(Source(text), Span(0, len(text)), names)


def message(text: str, names: dict[str, int] | None = None) -> str:
    with pytest.raises(BytepermError) as caught:
        evaluate(Source(text, "argument"), Span(0, len(text)), names or {})
    return caught.value.render()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0xFFu << 24 >> 24", 0xFF),
        ("0xFF << 24 >> 24", 0xFFFFFFFF),
        ("-1", 0xFFFFFFFF),
        ("-1 >> 1", 0xFFFFFFFF),
        ("-1u >> 1", 0x7FFFFFFF),
        ("-1 < 0u", 0),
        ("-1 < 0", 1),
        ("0b011'001'000'100", 0x644),
        ("030404", 0x3104),
        ("~0", 0xFFFFFFFF),
        ("!0 + !7", 1),
        ("- - 2", 2),
        ("7 / -2", 0xFFFFFFFD),
        ("-7 % 3", 0xFFFFFFFF),
        ("1 + 2 * 3 - 4", 3),
        ("1 | 6 ^ 3 & 2 == 2", 1 | 6 ^ 3 & 1),
        ("2 - 1 - 1", 0),
        ("1ull << 40 >> 36", 16),
        ("0x1'0000'0000", 0),
        ("0x123456789ull", 0x23456789),
        ("2147483648 / -1", 0x80000000),
        ("4294967295 + 1 == 0", 0),
        ("4294967295u + 1 == 0", 1),
        ("(uint8_t)0x1FF", 0xFF),
        ("(signed char)0xFF", 0xFFFFFFFF),
        ("(unsigned long long)-1 >> 60", 15),
        ("(const std::uint16_t)-1", 0xFFFF),
        ("(unsigned)(short)0x8000", 0xFFFF8000),
        ("static_cast<unsigned char>(0x1ff)", 0xFF),
        ("static_cast <std::int8_t>(0x80)", 0xFFFFFF80),
        ("uint32_t(5) + unsigned{6}", 11),
        ("(bool)4 + true + false", 2),
        ("np.uint32(-1)", 0xFFFFFFFF),
        ("1 ? 2 : 1 / 0", 2),
        ("0 && 1 / 0 || 1", 1),
        ("0 ? 1 : 0 ? 2 : 3", 3),
        ("(1 ? -1 : 0u) > 0", 1),
        ("((((0x5410))))", 0x5410),
        ("0x54 /* high */ << 8 \\\n | 0x10", 0x5410),
    ],
)
def test_values_are_those_of_c(text: str, expected: int) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "operand",
    ["h", "h[ 0 ]", "s -> w[ 1 ]", "x.y", "f(a, b)[2]", "*p", "*(const uint32_t *)(p + 4)", "(*p).x", "(p)[1]", "ns::K",
     "::K", "g<a, 1>(c)", "threadIdx.x", "%r1", "%0", "%tid.x", "$2", "&v", "sizeof(x)", "h[sizeof x]"],
)  # fmt: skip
def test_an_operand_is_looked_up_whole(operand: str) -> None:
    text = f"1 + {operand} * 2"
    name = normalised(operand)
    assert names_in(Source(text), Span(0, len(text))) == (name,)
    assert evaluate(Source(text), Span(0, len(text)), {name: 0x80000001}) == 3
    assert names_in(Source(text), Span(0, len(text)), {name: 1}) == ()


def test_normalised_names() -> None:
    assert normalised(" s -> w[ 1 ] /* why */") == "s->w[1]"
    assert normalised("h[sizeof  x]") == "h[sizeof x]"


def test_a_register_of_inline_assembly_is_that_of_ptx() -> None:
    assert evaluate(Source("%%r1"), Span(0, 4), {"%r1": 5}) == 5


def test_given_values_are_words() -> None:
    assert value("x >> 31", x=0x80000000) == 1
    assert value("x >> 31", x=-1) == 0xFFFFFFFF
    assert value("x >> 32", x=1 << 40) == 256
    assert names_in(Source("a + b ? c : a"), Span(0, 13)) == ("a", "b", "c")


def test_only_the_span_is_read() -> None:
    assert evaluate(Source("f(1 + 2, 3)"), Span(2, 7), {}) == 3


MESSAGES = {
    "1 + h[ 0 ]": """\
error: not a constant
 --> argument, column 5
  | 1 + h[ 0 ]
  |     ^^^^^^ no value for h[0]
  = help: give one with --x 'h[0]=0x...'""",
    "7 / (1 - 1)": """\
error: division by zero
 --> argument, column 3
  | 7 / (1 - 1)
  |   ^ found 0 on the right""",
    "(int)0x80000000 % -1": """\
error: division overflows
 --> argument, column 17
  | (int)0x80000000 % -1
  |                 ^ found -2147483648 % -1""",
    "1 << 32": """\
error: shift is out of range
 --> argument, column 3
  | 1 << 32
  |   ^^ found a shift by 32 of a value with 32 bits""",
    "2 + 'a'": """\
error: not an integer
 --> argument, column 5
  | 2 + 'a'
  |     ^^^ found a character""",
    '"s"': """\
error: not an integer
 --> argument, column 1
  | "s"
  | ^^^ found a string""",
    "1.5f": """\
error: not an integer
 --> argument, column 1
  | 1.5f
  | ^^^^ found a floating-point number""",
    "0xe+1": """\
error: not an integer
 --> argument, column 1
  | 0xe+1
  | ^^^^^ found 0xe+1, which a compiler reads as one number
  = help: after the digit e a sign belongs to the number; write a blank before it""",
    "1 + 08": """\
error: not an octal digit
 --> argument, column 6
  | 1 + 08
  |      ^ found '8'
  = help: a leading 0 makes the number octal; write 0x for hexadecimal""",
    "1 2": """\
error: not a constant expression
 --> argument, column 3
  | 1 2
  |   ^ found 2""",
    "a = 1": """\
error: not a constant expression
 --> argument, column 3
  | a = 1
  |   ^ found =""",
    "1 +": """\
error: expression is not complete
 --> argument, column 3
  | 1 +
  |   ^ found nothing after this""",
    "2 * (1": """\
error: this bracket is not closed
 --> argument, column 5
  | 2 * (1
  |     ^ found no )""",
    "h[1": """\
error: this bracket is not closed
 --> argument, column 2
  | h[1
  |  ^ found no bracket that closes it""",
    "36893488147419103232": """\
error: number does not fit in 64 bits
 --> argument, column 1
  | 36893488147419103232
  | ^^^^^^^^^^^^^^^^^^^^ found 66 bits""",
    " ": """\
error: empty expression
 --> argument, column 1
  |
  | ^ found nothing""",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_messages(text: str) -> None:
    shown = "\n".join(line.rstrip() for line in message(text).split("\n"))
    assert shown == MESSAGES[text]


@pytest.mark.parametrize("text", ["1e3", ".5", "0x1p3", "0f3F800000", "1f", "2.", "0x.8"])
def test_floating_point_numbers_are_refused(text: str) -> None:
    assert "found a floating-point number" in message(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(" * 10_000 + "1" + ")" * 10_000, "too long"),
        ("(" * 1_000 + "1" + ")" * 1_000, "nested too deeply"),
        ("1 ? " * 1_000, "nested too deeply"),
        ("1 ? 2 : " * 1_000, "nested too deeply"),
        ("int(" * 1_000, "not closed"),
        ("1" * 300, "longer than"),
        (" " * 200_000, "too long"),
        ("(int)" * 3_000 + "h[" * 500, "not closed"),
        ("*" * 9_000, "not complete"),
    ],
)
def test_long_and_deep_expressions_end_in_a_message(text: str, problem: str) -> None:
    assert problem in message(text)


def test_long_but_flat_expressions_are_fine() -> None:
    assert value(" + ".join("1" for _ in range(4_000))) == 4_000
    assert value("- " * 4_001 + "1") == 0xFFFFFFFF


def test_a_value_beyond_64_bits_is_refused() -> None:
    assert "value does not fit in 64 bits" in message("x", {"x": 1 << 64})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#define S 0x5410", {"S": 0x5410}),
        ("#  define S \\\n 0x54'10u // why", {"S": 0x5410}),
        ("#define S\n#define F(x) 1\n#define T foo(1)\n#undef S", {}),
        ("#define A 1 + 2\n#define B A * 2\n#define C (A) * 2\nconst int D = B * A;", {"A": 3, "B": 5, "C": 6, "D": 7}),
        ("#define N -1\nconst int W = 4 -N >> 1;", {"N": -1, "W": 2}),
        ("constexpr unsigned SEL = 0x54 << 8 | 0x10;", {"SEL": 0x5410}),
        ("static const uint8_t A = 0x1FF, B{2}; __constant uint C = A << B;", {"A": 255, "B": 2, "C": 1020}),
        ("static constexpr auto K = -1;", {"K": -1}),
        ("enum { A = 1, B, C = B << 4, D, };", {"A": 1, "B": 2, "C": 32, "D": 33}),
        ("enum E { A = 0xFFFFFFFF };", {"A": 0xFFFFFFFF, "E::A": 0xFFFFFFFF}),
        ("enum class E : uint8_t { A = 3, B };\nconst int K = E::B;", {"E::A": 3, "E::B": 4, "K": 4}),
        ("enum { A = f(), B, C = 2 };", {"C": 2}),
        ("enum { A = 0xFFFFFFFFFFFFFFFF, B }; enum : int8_t { C = 127, D };", {"A": (1 << 64) - 1, "C": 127}),
        ("void f(const int s = 3, int t); const int a[2] = {1, 2}; const int *p = 0; static int n;", {}),
        ("const int a = f(1); const int b = a + 1; static_assert(1 == 1);", {}),
        ("const int a = 1; const int a = 2;", {}),
        ("const int a = 1; const int a = 1;", {"a": 1}),
        ("#define A A\n#define B C\n#define C B", {}),
        ("// #define A 1\n\"const int A = 1;\"", {}),
    ],
)  # fmt: skip
def test_constants_in_a_text(text: str, expected: dict[str, int]) -> None:
    assert constants_in(Source(text)) == expected


def test_a_constant_keeps_its_type_and_a_macro_its_tokens() -> None:
    text = "#define S 1 + 2\n#define T -4\nconst unsigned U = 1;\nS * 2, T >> 1, (T + U) >> 1"
    source, start = Source(text), text.index("S * 2")
    names = constants_in(source)
    expressions = [Span(start, start + 5), Span(start + 7, start + 13), Span(start + 15, len(text))]
    assert [evaluate(source, span, names) for span in expressions] == [5, 0xFFFFFFFE, 0x7FFFFFFE]


def test_a_member_of_the_same_name_is_no_macro() -> None:
    names = constants_in(Source("#define S 1 + 2"))
    assert names_in(Source("p->S"), Span(0, 4), names) == ("p->S",)


def test_a_growing_macro_has_no_value() -> None:
    lines = ["#define A0 1 + 1", *(f"#define A{n + 1} A{n} + A{n}" for n in range(40))]
    found = constants_in(Source("\n".join(lines)))
    assert found["A3"] == 16
    assert "A40" not in found
