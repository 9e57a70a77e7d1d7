"""Selectors: built, read, named, chosen and ported.

The pieces, each importing only from those before it: `model`, `notes`, `spelling`, `naming`, `choose`,
`port`.
"""
