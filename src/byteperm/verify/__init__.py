"""Independent witnesses for `byteperm.isa`: a second model, other projects' values, compilers and a GPU."""
