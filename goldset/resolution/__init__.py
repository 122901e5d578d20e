"""Where a gold span stands now: normalise, locate, align, class the differences, decide. Pure."""
