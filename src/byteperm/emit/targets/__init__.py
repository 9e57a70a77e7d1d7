"""The targets, one file each; a new file is found by itself."""
