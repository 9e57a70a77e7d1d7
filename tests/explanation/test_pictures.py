"""Golden pictures of the worked examples, and what must hold for every picture."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from byteperm.explanation.model import Explanation, explain
from byteperm.explanation.svg import DARK, DARK_HUES, LIGHT, LIGHT_HUES, WIDTH, describe, render_svg
from byteperm.explanation.text import ASCII, DRAWING, render_text
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACTS, Selector
from byteperm.spans import BytepermError

#: The worked examples, and one picture for each thing that they do not show.
EXAMPLES: dict[str, Explanation] = {
    "all_of_x": explain("0x3210", 0x12345678, 0x9ABCDEF0),
    "all_of_y": explain("0x7654", 0x12345678, 0x9ABCDEF0),
    "opcodes_hash_byte": explain("0x3104", 0x7600A914, 0x069F34C5, x_name="0x7600a914", y_name="h[0]"),
    "pre_reversed": explain("0x0124", 0x0014A976, 0x069F34C5),
    "wrong_last_index": explain("0x3107", 0x7600A914, 0x069F34C5),
    "witness_script_word": explain("0x5401", 0x069F34C5, 0x14, x_name="h[0]", y_name="0x14"),
    "sign_replication": explain("0x9180", 0x000080FF, contract="prmt"),
    "mode_f4e": explain("2", 0x33221100, 0x77665544, contract="prmt", mode="f4e"),
    "amd_constants": explain("0x0c0d0908", 0x80112233, contract="v_perm"),
    "no_operands": explain("0b011'001'000'111"),
}

words = st.none() | st.integers(0, 0xFFFFFFFF)
names = st.text(max_size=40)


@st.composite
def explanations(draw: st.DrawFn) -> Explanation:
    contract = draw(st.sampled_from(CONTRACTS))
    mode = draw(st.sampled_from(MODES)) if contract == "prmt" else "default"
    selector = Selector(draw(st.integers(0, 0xFFFFFFFF)), contract, mode)
    x, y = draw(words), draw(words)
    same = draw(st.booleans())
    return explain(selector, x, None if same else y, x_name=draw(names), y_name=draw(names), same=same)


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_svg(name: str, golden) -> None:
    golden(f"explanation/{name}.svg", render_svg(EXAMPLES[name]) + "\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_text(name: str, golden) -> None:
    golden(f"explanation/{name}.txt", render_text(EXAMPLES[name]) + "\n")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("all_of_x", "12 34 56 78"),
        ("all_of_y", "9a bc de f0"),
        ("opcodes_hash_byte", "76 a9 14 c5"),
        ("pre_reversed", "76 a9 14 c5"),
        ("wrong_last_index", "76 a9 14 06"),
        ("witness_script_word", "00 14 c5 34"),
    ],
)
def test_the_worked_examples_print_what_they_must(name: str, printed: str) -> None:
    result = EXAMPLES[name].result
    assert result is not None and result.printed == printed


@given(explanations())
def test_text_fits_and_stays_plain(explanation: Explanation) -> None:
    text = render_text(explanation)
    assert text.isascii() and "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("selector", [0x8888, 0xFFFF, 0x9BDF])
def test_four_signs_without_values_fit(selector: int) -> None:
    text = render_text(explain(Selector(selector, "prmt")))
    assert max(map(len, text.splitlines())) <= 80


@given(explanations())
def test_colour_and_unicode_change_no_word(explanation: Explanation) -> None:
    assume(not set(DRAWING) & set(explanation.x_name + explanation.y_name))
    plain = render_text(explanation)
    drawn = render_text(explanation, unicode=True)
    coloured = re.sub(r"\x1b\[[\d;]+m", "", render_text(explanation, colour=True, unicode=True))
    assert coloured == drawn
    assert max(map(len, drawn.splitlines())) <= 80
    assert re.sub(r"[^\x00-\x7f]", "?", drawn.translate(str.maketrans(DRAWING, ASCII))) == plain


@given(explanations())
def test_every_row_connects_its_byte(explanation: Explanation) -> None:
    """Read the picture back: the mark of a row stands in the column of the byte that its field takes."""
    lines = render_text(explanation).splitlines()
    tape = next(line for line in lines if line.startswith("byte   "))
    rows = [line for line in lines if re.match(r"field \d = ", line)]
    for use, row in zip(reversed(explanation.fields), rows, strict=True):
        mark = re.search(r"[*s#]", row[20:])
        assert mark is not None
        column = 20 + mark.start()
        taken = "" if mark.group() == "#" else tape[column - 1 : column + 1]
        assert {"*": taken, "s": f"sign({taken})"}.get(mark.group(), str(use.lane)) == str(use.lane)


@pytest.mark.parametrize("unicode", [False, True])
def test_wide_and_combining_names_do_not_shift_the_picture(unicode: bool) -> None:
    text = render_text(explain("0x3210", x_name="\u5b57\u5b57", y_name="a\u0301\u200b"), unicode=unicode)
    assert text.splitlines()[0] == "__byte_perm(??, a??, 0x3210)"


@given(explanations())
def test_svg_is_well_formed_and_closed(explanation: Explanation) -> None:
    text = render_svg(explanation)
    root = ElementTree.fromstring(text)
    identifiers = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(identifiers) == len(set(identifiers)) == 2
    assert root.attrib["role"] == "img" and root.attrib["aria-labelledby"].split() == identifiers
    tags = {node.tag.split("}")[1] for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "rect", "text", "tspan", "path", "g"}
    assert "href" not in text and "url(" not in text and "@import" not in text


@given(explanations())
def test_svg_text_stays_inside(explanation: Explanation) -> None:
    """Monospaced text is 0.61 em wide in the fonts asked for, and no label may reach the first box."""
    sizes = {"small": 13, "call": 16, "byte": 21}
    for node in ElementTree.fromstring(render_svg(explanation)).iter("{http://www.w3.org/2000/svg}text"):
        classes = node.attrib["class"].split()
        size = next((sizes[name] for name in classes if name in sizes), 14)
        start, length = float(node.attrib["x"]), 0.61 * size * len("".join(node.itertext()))
        assert start + ({"end": 0, "mid": length / 2}.get(classes[-1], length)) <= WIDTH, ElementTree.tostring(node)
        if start == 24 and 74 <= float(node.attrib["y"]) < 400:
            assert length <= 104


def test_hostile_names_are_escaped() -> None:
    text = render_svg(explain("0x3210", x_name="</text><script>alert(1)</script>", y_name='"&<'))
    ElementTree.fromstring(text)
    assert "<script" not in text


def test_two_pictures_can_share_a_page() -> None:
    one, two = render_svg(EXAMPLES["all_of_x"]), render_svg(EXAMPLES["all_of_y"])
    assert set(re.findall(r'id="([^"]+)"', one)).isdisjoint(re.findall(r'id="([^"]+)"', two))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    bright, dim = sorted((luminance(one), luminance(two)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize(("colours", "hues"), [(LIGHT, LIGHT_HUES), (DARK, DARK_HUES)], ids=["light", "dark"])
def test_text_has_contrast(colours: dict[str, str], hues: tuple[str, ...]) -> None:
    for ink in (colours["ink"], colours["faint"], *hues):
        for ground in (colours["ground"], colours["box"]):
            assert contrast(ink, ground) >= 4.5, (ink, ground)


@given(explanations())
def test_json_holds_the_result(explanation: Explanation) -> None:
    values = json.loads(json.dumps(explanation.to_json()))
    x, y = explanation.x, explanation.y
    if x is not None and y is not None:
        assert int(values["result"]["value"], 16) == explanation.selector.apply(x.value, y.value)
        printed = values["result"]["printed"].split()
        assert printed == values["result"]["memory"].split()[::-1]
        assert printed == [field["value"] for field in reversed(values["fields"])]


def test_an_operand_that_is_not_read_need_not_be_known() -> None:
    result = explain("0x0123", 0x12345678).result
    assert result is not None and result.hex == "0x78563412"
    assert explain("0x4123", 0x12345678).result is None


def test_one_value_is_enough_where_both_operands_are_the_same_word() -> None:
    for shown in (explain("0x4123", 0x12345678, same=True), explain("0x4123", y=0x12345678, same=True)):
        assert shown.result is not None and shown.result.hex == "0x78563412"
    with pytest.raises(BytepermError, match="not the same word"):
        explain("0x3210", 1, 2, same=True)


def test_a_note_says_what_the_suspected_selector_would_give() -> None:
    shown = explain("0b011'001'000'111", 0x7600A914, 0x069F34C5)
    assert shown.to_json()["notes"][0]["intended"] == "0x3107 would select x3 x1 x0 y3 and give 0x76A91406"
    # v_perm takes the operands the other way round, so its result for this call is not claimed.
    assert [explain("0x03010004").intended(note) for note in explain("0x03010004").selector.notes] == [""]


def test_notes_of_byte_selectors_have_all_their_digits() -> None:
    note = explain("0x3104", contract="v_perm").to_json()["notes"][0]
    assert (note["means"], note["perhaps"]) == ("0x00003104", "0x03010004")


def test_the_description_says_every_byte() -> None:
    assert describe(EXAMPLES["sign_replication"]) == (
        "Result byte 3 is sign(x1) = ff. Result byte 2 is x1 = 80. "
        "Result byte 1 is sign(x0) = ff. Result byte 0 is x0 = ff. The result is 0xFF80FFFF."
    )
