"""Certificates for other checkers."""
