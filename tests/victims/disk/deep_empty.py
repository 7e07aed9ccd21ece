"""Directories within directories, 5000 levels, and nothing in them: allowed, and whoever cleans up has to manage."""
import os

for _ in range(5000):
    os.mkdir("deep")
    os.chdir("deep")
print("dug")
