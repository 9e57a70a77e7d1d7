"""Programs as code: `base` holds what targets share, `targets` one module for each."""
