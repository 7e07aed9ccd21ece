"""Bytes that aren't UTF-8, in halves of characters, and names of direction changes."""
import os

os.write(1, b"\xff\xfe\xc3(\xe2\x82\n\xf0\x9f\x92\nafter\n\xed\xa0\x80\n\xe2\x80\xae reversed\n")
