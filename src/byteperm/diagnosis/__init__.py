"""Why a permute gave what it gave: every single cause that explains an observation exactly.

The pieces, each importing only from those before it: `reading`, `question`, `hypotheses`, `fixes`,
`engine`, `report`.
"""
