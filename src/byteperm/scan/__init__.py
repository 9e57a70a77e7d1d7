"""The scanner: finds permute calls in source text and works their constants out.

It reads tokens, not grammar, so that it sees into macro bodies and half-written lines, and it gives
the same exact character offsets to messages, to ``diagnose`` and to the linter.
"""

from byteperm.scan.calls import Argument, PermuteCall, find_calls, read_call
from byteperm.scan.constants import constants_in, evaluate, names_in, normalised
from byteperm.scan.lexer import Kind, Token, tokens

__all__ = [
    "Argument",
    "Kind",
    "PermuteCall",
    "Token",
    "constants_in",
    "evaluate",
    "find_calls",
    "names_in",
    "normalised",
    "read_call",
    "tokens",
]
