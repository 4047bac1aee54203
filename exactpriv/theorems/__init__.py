"""The statements of the papers as claims, in the papers' order."""
