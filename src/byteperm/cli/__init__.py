"""The command line: one file a command in `byteperm.cli.commands`."""
