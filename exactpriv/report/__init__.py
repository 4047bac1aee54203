"""Verdicts and measures as tables, LaTeX and HTML."""
