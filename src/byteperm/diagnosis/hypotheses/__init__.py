"""The mistakes that can be diagnosed, one file each; a new file is found by itself.

A hypothesis module has ``TITLE``; ``RANK``, the lower the more usual, and, where that differs when something
else was seen than the call gives, ``RANK_HAPPENED``; ``WHERE``, which is ``text`` when the source that ran says
something else than the call as given, ``world`` when the call is carried out or its result noted otherwise
than its rules say; ``CURE``, a phrase that says what to mend there, the call being right; and
``variations(question, reading)``, which yields every way in which this one mistake changes the reading. It
never looks at what was seen: the engine compares.
"""

#: The cure where the source that ran says something else than the call as given.
OTHER_SOURCE = "what ran is another source: rebuild, or look at the line that really ran"
