"""proctor's runner for Python's own unittest."""
