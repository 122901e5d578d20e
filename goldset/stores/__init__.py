"""Files and Git: all local reading and writing."""
