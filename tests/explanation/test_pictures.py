"""Golden pictures of the worked examples, and what must hold for every picture."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byteperm.explanation.model import Explanation, explain
from byteperm.explanation.svg import DARK, DARK_HUES, LIGHT, LIGHT_HUES, describe, render_svg
from byteperm.explanation.text import render_text
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACTS, Selector

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
    return explain(selector, x, y, x_name=draw(names) or "x", y_name=draw(names) or "y", same=draw(st.booleans()))


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


@given(explanations())
def test_colour_and_unicode_change_no_word(explanation: Explanation) -> None:
    plain = render_text(explanation)
    coloured = re.sub(r"\x1b\[\d+m", "", render_text(explanation, colour=True, unicode=True))
    assert coloured.replace("\u2190", "<-") == plain


@given(explanations())
def test_svg_is_well_formed_and_closed(explanation: Explanation) -> None:
    text = render_svg(explanation)
    root = ElementTree.fromstring(text)
    identifiers = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(identifiers) == len(set(identifiers)) == 2
    assert root.attrib["role"] == "img" and root.attrib["aria-labelledby"].split() == identifiers
    tags = {node.tag.split("}")[1] for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "rect", "text", "path", "g"}
    assert "href" not in text and "url(" not in text and "@import" not in text


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


def test_the_description_says_every_byte() -> None:
    assert describe(EXAMPLES["sign_replication"]) == (
        "Result byte 3 is sign(x1) = ff. Result byte 2 is x1 = 80. "
        "Result byte 1 is sign(x0) = ff. Result byte 0 is x0 = ff. The result is 0xFF80FFFF."
    )
