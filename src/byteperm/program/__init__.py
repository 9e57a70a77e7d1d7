"""Programs: straight lines of word instructions, found, proved minimal, checked and priced.

The pieces, each importing only from those before it: `model`, `bounds`, `search`, `recipes`,
`constants`, `synth`; `check` is separate and shares no code with the search.
"""
