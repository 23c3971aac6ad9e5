"""From the files of a content pack to printed values."""
