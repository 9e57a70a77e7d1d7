"""Python on plain integers, without any import."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from byteperm.emit.base import Request, Unsupported, check_names, outputs_of
from byteperm.emit.pyfamily import (
    Code,
    Names,
    Template,
    code_of,
    element_texts,
    forms,
    head,
    hexadecimal,
    known_elements,
    table_word,
    wants_test,
    word_texts,
    written,
)
from byteperm.emit.pyfamily_terms import shifted_text
from byteperm.layout.model import Input

NAME = "python"
SUMMARY = "Python on plain integers, no imports"
EXTENSION = "py"
TESTED = "executed on random values and compared with the program, for every layout of the catalogue"

_OPS: dict[str, Template] = {
    "prmt": shifted_text,
    "prmt.signs": shifted_text,
    "prmt.selector": "{helper}({a}, {b}, {c})",
    "prmt.f4e": "(({b} << 32 | {a}) >> 8 * ({c} & 3)) & 0xFFFFFFFF",
    "prmt.rc8": "({a} >> 8 * ({c} & 3) & 0xFF) * 0x01010101",
    "prmt.rc16": "({a} >> 16 * ({c} & 1) & 0xFFFF) * 0x00010001",
    **{
        f"prmt.{mode}": f"{{helper}}({{a}}, {{b}}, 0x{table_word(mode):016X} >> 16 * ({{c}} & 3))"
        for mode in ("b4e", "ecl", "ecr")
    },
    "add": "({a} + {b}) & 0xFFFFFFFF",
    "xor": "{a} ^ {b}",
    "and": "{a} & {b}",
    "or": "{a} | {b}",
    "not": "{a} ^ 0xFFFFFFFF",
    # A number of Python's would grow without end: the count is looked at first.
    "shl": "({a} << {b}) & 0xFFFFFFFF if {b} < 32 else 0",
    "shl.n": "({a} << {b}) & 0xFFFFFFFF",
    "shr": "{a} >> {b}",
    "rotl": "({a} << {b} % 32 | {a} >> 32 - {b} % 32) & 0xFFFFFFFF",
}
_HELPER = '''def {helper}(x, y, s):
    """Pick four of the eight bytes of y:x; bits 4n+2..4n of s number byte n. Bit 3 of a field must be 0 here."""
    pair = y << 32 | x
    return sum((pair >> 8 * (s >> 4 * n & 7) & 0xFF) << 8 * n for n in range(4))
'''
_WORDS = {
    **dict.fromkeys(("u8", "u16", "u32"), "{e}"),
    "lo": "{e} & 0xFFFFFFFF",
    "hi": "{e} >> 32",
    "shifted": "{e} << {n}",
}
_ELEMENTS = {
    **dict.fromkeys(("u8", "u8.0"), "{w} >> {n} & 0xFF"),
    **dict.fromkeys(("u16", "u16.0"), "{w} >> {n} & 0xFFFF"),
    "u8.0": "{w} & 0xFF",
    "u16.0": "{w} & 0xFFFF",
    "u32": "{w}",
    "u64": "{lo} | {hi} << 32",
}


def emit(request: Request) -> str | Unsupported:
    """Write Python.

    Args:
        request: what is wanted.

    Raises:
        BytepermError: a name cannot stand in the code.
    """
    check_names(request, frozenset(keyword.kwlist), frozenset({"range", "sum"}))
    if request.form == "kernel":
        return Unsupported("Python has no threads to give a record each; use numpy for whole arrays")
    code, names = code_of(request), Names(request)
    helper = names.fresh("_prmt")
    lines = [*head(request, "#", "Numbers in, numbers out, each within its type; an array is a sequence of numbers.")]
    lines += ["", "", *_function(code, names, helper)]
    if any("{helper}" in str(_OPS[form]) for form in forms(code, _OPS)):
        lines += ["", "", *_HELPER.format(helper=helper).splitlines()]
    if wants_test(request):
        lines += ["", "", *_test(request)]
    return "\n".join(lines) + "\n"


def _function(code: Code, names: Names, helper: str) -> Iterator[str]:
    request, words = code.request, dict[str, str]()
    yield f"def {request.name}({', '.join(item.name for item in request.layout.inputs)}):"
    yield f'    """{described(request)}"""'
    for item in request.layout.inputs:
        texts = word_texts(item.type, _elements(item), _WORDS)
        for word, text in zip(item.type.word_names(item.name), texts, strict=True):
            words[word] = text
            if word in code.words and " " in text:
                words[word] = names.fresh(word.replace(".", "_").replace("[", "_").replace("]", ""))
                yield f"    {words[word]} = {text}"
    write = code.writer(words, hexadecimal)
    for line in code.lines:
        yield f"    {line.name} = {written(line.step, _OPS, write, helper=helper)}  # {line.comment}"
    shown = []
    for _, type, refs in outputs_of(request):
        values = element_texts(type, [ref for _, ref in refs], _ELEMENTS, write)
        shown.append(values[0] if type.count is None else f"[{', '.join(values)}]")
    yield f"    return {', '.join(shown)}"


def _elements(item: Input) -> list[str]:
    return [item.name] if item.type.count is None else [f"{item.name}[{n}]" for n in range(item.type.count)]


def described(request: Request) -> str:
    """Say what a function takes and gives, as a docstring does."""
    given = ", ".join(f"{item.name} ({item.type})" for item in request.layout.inputs)
    made = ", ".join(f"{item.name} ({item.type})" for item in request.layout.outputs)
    return f"Return {made} made from {given}." if given else f"Return {made}."


def _test(request: Request) -> Iterator[str]:
    given, wanted = known_elements(request)
    types = {item.name: item.type for item in (*request.layout.inputs, *request.layout.outputs)}
    shown = {
        name: hexadecimal(values[0]) if types[name].count is None else f"[{', '.join(map(hexadecimal, values))}]"
        for name, values in {**given, **wanted}.items()
    }
    made = ", ".join(shown[name] for name in wanted)
    yield f"def test_{request.name}():"
    yield '    """Compare the result for known values."""'
    yield f"    assert {request.name}({', '.join(shown[name] for name in given)}) == {f'({made})' if ',' in made else made}"
    yield from (
        "",
        "",
        'if __name__ == "__main__":',
        f"    test_{request.name}()",
        f'    print("{request.name}: right")',
    )
