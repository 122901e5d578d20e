"""What the tool does, one file per verb: the only place where pure and impure code meet."""
