"""Tables, LaTeX and HTML from verdicts and measures."""
