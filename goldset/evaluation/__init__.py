"""How good a retriever and a generator are, measured against the set. Pure."""
