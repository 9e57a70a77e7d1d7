"""The lexer: kinds, exact offsets, and no text that it cannot take."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byteperm.scan.lexer import Kind, Token, tokens
from byteperm.spans import Source, Span

PIECES = (
    "\\", "\\\n", "\\ \t\r\n", "\n", "#", "/*", "*/", "//", '"', "'", 'R"', 'R"x(', ')x"', "u8", "L", "(", ")", "0x1",
    "1'0", ".5", "e+", "a", "_b$", "<<=", "::", "%", " ", "\0", "\ud800", "é", "\u0663", "²", "`", "->", "...",
)  # fmt: skip


def listed(text: str) -> list[tuple[str, str]]:
    source = Source(text)
    return [(token.kind.value, token.text(source)) for token in tokens(source)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_1 $r é", [("identifier", "a_1"), ("identifier", "$r"), ("identifier", "é")]),
        ("0b011'001u", [("number", "0b011'001u")]),
        ("0x1F'FFull+.5e-3f", [("number", "0x1F'FFull"), ("punctuation", "+"), ("number", ".5e-3f")]),
        ("1''", [("number", "1"), ("char", "''")]),
        ("r1.x", [("identifier", "r1"), ("punctuation", "."), ("identifier", "x")]),
        (r'"a\"b" "c"', [("string", r'"a\"b"'), ("string", '"c"')]),
        (r"u8'\'' L'x'", [("char", r"u8'\''"), ("char", "L'x'")]),
        ('"open\nx', [("string", '"open'), ("identifier", "x")]),
        ('R"x(a)" \\)x" b', [("string", 'R"x(a)" \\)x"'), ("identifier", "b")]),
        ('uR"(a"', [("string", 'uR"(a"')]),
        ('xR"(a"', [("identifier", "xR"), ("string", '"(a"')]),
        ("a// b\nc", [("identifier", "a"), ("comment", "// b"), ("identifier", "c")]),
        ("a/* b\n*/c", [("identifier", "a"), ("comment", "/* b\n*/"), ("identifier", "c")]),
        ("/* open", [("comment", "/* open")]),
        (">>=->*<=>", [("punctuation", ">>="), ("punctuation", "->*"), ("punctuation", "<=>")]),
        (" # define #", [("directive-start", "#"), ("identifier", "define"), ("punctuation", "#")]),
        ("/**/ #\n#y", [("comment", "/**/"), ("directive-start", "#"), ("directive-start", "#"), ("identifier", "y")]),
        ("a \\\n#b", [("identifier", "a"), ("punctuation", "#"), ("identifier", "b")]),
        ("\0\ud800 `", [("other", "\0\ud800"), ("punctuation", "`")]),
        ("", []),
    ],
)
def test_kinds(text: str, expected: list[tuple[str, str]]) -> None:
    assert listed(text) == expected


@pytest.mark.parametrize("splice", ["\\\n", "\\\r\n", "\\ \t\n"])
def test_continuations_are_inside_tokens_and_not_in_their_text(splice: str) -> None:
    text = f"__byte{splice}_perm <{splice}<= 0x{splice}12 /{splice}/ a{splice}b"
    assert [word for _, word in listed(text)] == ["__byte_perm", "<<=", "0x12", "// ab"]


def test_offsets_are_those_of_the_text() -> None:
    assert tokens(Source("a\\\nb +1")) == [
        Token(Kind.IDENTIFIER, Span(0, 4)),
        Token(Kind.PUNCTUATION, Span(5, 6)),
        Token(Kind.NUMBER, Span(6, 7)),
    ]


@given(st.one_of(st.text(st.characters(exclude_categories=())), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_tokens_cover_any_text_in_order(text: str) -> None:
    end = 0
    for token in tokens(Source(text)):
        assert end <= token.span.start < token.span.end <= len(text)
        assert is_gap(text[end : token.span.start])
        end = token.span.end
    assert is_gap(text[end:])


def is_gap(text: str) -> bool:
    return not text.replace("\\", "").strip() and all(rest[:1].isspace() for rest in text.split("\\")[1:])


@pytest.mark.parametrize("piece", PIECES)
def test_time_is_linear(piece: str) -> None:
    started = time.process_time()
    tokens(Source(piece * (200_000 // len(piece))))
    assert time.process_time() - started < 5
