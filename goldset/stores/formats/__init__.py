"""Golden sets in the files of other tools: a module for each family, which both reads and writes it."""
