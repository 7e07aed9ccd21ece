"""proctor's plugin for pytest."""
