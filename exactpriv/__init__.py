"""exactpriv: exact, checkable mathematics of privacy."""
