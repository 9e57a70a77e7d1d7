"""Layouts: where every output byte comes from, as text, as lanes, and back.

The pieces, each importing only from those before it: `model`, `tokens`, `streams`, `runtime`, `functions`,
`references`, `printer`, `expressions`, `language`.
"""
