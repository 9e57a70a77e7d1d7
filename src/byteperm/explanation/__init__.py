"""One permute explained: as facts (`model`), for a terminal (`text`) and as a picture (`svg`)."""
