"""Rational linear programs and linear algebra, and certified enclosures."""
