"""Whether the set is sound, beyond the schema. Pure."""
