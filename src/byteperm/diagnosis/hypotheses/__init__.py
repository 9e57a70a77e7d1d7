"""The mistakes that can be diagnosed, one file each; a new file is found by itself.

A hypothesis module has ``TITLE``; ``RANK``, the lower the more usual; ``WHERE``, which is ``text`` when the
source that ran says something else than the call as given, ``world`` when the call is carried out or its
result noted otherwise than its rules say; and ``variations(question, reading)``, which yields every way in
which this one mistake changes the reading. It never looks at what was seen: the engine compares.
"""
