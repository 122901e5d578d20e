"""How people say it, one file per verb: flags to operation to report to exit code."""
