"""Keep a golden set in Git, and keep it true when the corpus is re-indexed."""
