"""A month of nightly runs against the stand-in for GitHub, with people who do what they like meanwhile."""
