"""Results to text. Every function returns a string."""
