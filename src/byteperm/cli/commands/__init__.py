"""The commands, one file each; the file's name is the command's.

A command module has ``SUMMARY`` (one line), ``configure(parser)`` which adds its arguments, and
``run(args, terminal)`` which returns the exit code: 0 good, 1 findings, not equal or no answer. To
refuse its input it raises `byteperm.spans.BytepermError`, which becomes exit code 2.
"""
