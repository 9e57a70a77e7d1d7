"""Bitcoin: `templates` holds what scripts are made of, as data."""
