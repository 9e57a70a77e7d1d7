"""What a call is worth: its selector with what the spelling hides, and its operands' values.

Everything that works with a call given as text (``explain``, ``diagnose``, ``port``) reads it here, so that
all of them read it alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from byteperm.literals import Literal, read_literal
from byteperm.scan.calls import Argument, PermuteCall, find_calls, read_call
from byteperm.scan.constants import constants_in, evaluate, normalised
from byteperm.selector.model import Selector
from byteperm.selector.spelling import parse_selector
from byteperm.spans import BytepermError, Source, Span

#: Longest text that is read as a call, in characters.
MAX_CALL = 100_000

#: How deep calls may stand in each other's operands.
MAX_NESTING = 64

_PLAIN_LITERAL = re.compile(r"[+-]?[0-9][0-9A-Za-z_']*\Z")
#: Notes about the number alone: of a computed selector the number is known but no spelling.
_NUMBER_NOTES = ("wide", "bytewise", "bit3", "control")


@dataclass(frozen=True, slots=True)
class CallText:
    """A text that holds a permute call first, ready to be worked out.

    Args:
        source: the text.
        call: the first call in it.
        calls: all calls, in order of appearance, outer ones before inner ones.
        constants: the integer constants that the text defines.
    """

    source: Source
    call: PermuteCall
    calls: tuple[PermuteCall, ...]
    constants: Mapping[str, int]

    def given(self, values: Mapping[str, int]) -> dict[str, int]:
        """Return given values by operand text; the roles ``x`` and ``y`` stand for the call's own operands.

        Args:
            values: values by operand text as a user writes it, or by role.
        """
        given = {normalised(name): value for name, value in values.items()}
        texts = {normalised(self.call.low.text), normalised(self.call.high.text)}
        for role, argument in (("x", self.call.low), ("y", self.call.high)):
            if role in given and role not in texts:
                given[normalised(argument.text)] = given.pop(role)
        return given

    def checked(self, values: Mapping[str, int]) -> Mapping[str, int]:
        """Return given values, having made sure that each one's name stands in the text or is a role.

        Raises:
            BytepermError: a name does not stand in the text.
        """
        text = normalised(self.source.text)
        for name in values:
            if name not in ("x", "y") and normalised(name) not in text:
                help = f"the operands are {self.call.low.text} and {self.call.high.text}"
                raise BytepermError(f"no operand is called {name}", self.source, self.call.span, help=help)
        return values

    def names(self, values: Mapping[str, int]) -> dict[str, int]:
        """Return everything that has a value, by normalised name: the text's constants and what is given."""
        return {**self.constants, **self.given(values)}

    def selector(self, names: Mapping[str, int], call: PermuteCall | None = None) -> Selector:
        """Return a call's selector; a literal with what its spelling hides, an expression with its number's notes.

        Args:
            names: values by normalised name.
            call: another call of the text than the first.

        Raises:
            BytepermError: the selector is not constant, or no selector.

        >>> read_call_text("__byte_perm(a, b, 0x1000 + 0x414)").selector({}).form
        'computed'
        """
        call = call or self.call
        argument = call.selector
        if _PLAIN_LITERAL.match(argument.text):
            return parse_selector(argument.text, call.contract, call.mode)
        value = evaluate(self.source, argument.span, names)
        plain = parse_selector(str(value), call.contract, call.mode)
        notes = tuple(note for note in plain.notes if note.kind in _NUMBER_NOTES)
        return Selector(value, call.contract, call.mode, argument.text, "computed", notes)

    def word(self, argument: Argument, names: Mapping[str, int]) -> int:
        """Return an operand's value; an operand that is itself a permute, and has no given value, is carried out.

        Args:
            argument: an operand of one of the calls.
            names: values by normalised name.

        Raises:
            BytepermError: the operand has no known value, or calls are nested too deeply.

        >>> text = read_call_text("__byte_perm(__byte_perm(0x33221100, 0, 0x0123), b, 0x7610)")
        >>> hex(text.word(text.call.low, {}))
        '0x112233'
        """
        return self._word(argument, names, {call.span: call for call in self.calls}, 0)

    def _word(
        self, argument: Argument, names: Mapping[str, int], by_place: Mapping[Span, PermuteCall], depth: int
    ) -> int:
        inner = by_place.get(argument.span)
        if inner is None or normalised(argument.text) in names:
            return evaluate(self.source, argument.span, names)
        if depth >= MAX_NESTING:
            found = f"found more than {MAX_NESTING} levels"
            raise BytepermError("calls are nested too deeply", self.source, argument.span, found=found)
        x, y = (self._word(operand, names, by_place, depth + 1) for operand in (inner.low, inner.high))
        return self.selector(names, inner).apply(x, y)

    def known_word(self, argument: Argument, names: Mapping[str, int]) -> int | None:
        """Return an operand's value, None where it has none that is known."""
        try:
            return self.word(argument, names)
        except BytepermError:
            return None

    def written(self, call: PermuteCall | None = None) -> str:
        """Return a call as it stands in the text."""
        span = (call or self.call).span
        return self.source.text[span.start : span.end]


def read_call_text(text: str, name: str = "call") -> CallText:
    """Read a text that holds a permute call first; more calls and definitions of constants may stand around it.

    Args:
        text: the text.
        name: what it is called in messages.

    Raises:
        BytepermError: it is too long, or there is no complete call.
    """
    if len(text) > MAX_CALL:
        raise BytepermError(f"{name} is longer than {MAX_CALL} characters", found=f"found {len(text)}")
    source = Source(text, name)
    call = read_call(source)
    return CallText(source, call, tuple(find_calls(source)), constants_in(source))


def literal_of(selector: Selector) -> Literal | None:
    """Return the literal that a selector was spelled as, None when it was no plain literal."""
    return read_literal(selector.text) if _PLAIN_LITERAL.match(selector.text) else None
