"""Pull requests, on a host or as local files."""
