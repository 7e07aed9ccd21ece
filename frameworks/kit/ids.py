"""Ids of tests, and the files that a request names."""
import collections
import fnmatch
import os
import re


def lasting(identity):
    """The id without the addresses of objects, which are others in each run."""
    return re.sub(r" at 0x[0-9a-fA-F]+", " at 0x…", identity)


def numbered(identity, times):
    """An id is that of one test: the second one of a name has another."""
    return identity if times == 1 else f"{identity} #{times}"


def distinct(ids):
    """The ids, each numbered as one asks for it."""
    seen = collections.Counter()
    for identity in map(lasting, ids):
        seen[identity] += 1
        yield numbered(identity, seen[identity])


def matches_path(file, root, pattern):
    """Whether a file below root is meant by the pattern: a glob, a file or a directory."""
    relative = os.path.relpath(file, root)
    pattern = os.path.normpath(pattern)
    if relative.startswith(pattern + "/") or fnmatch.fnmatchcase(os.path.basename(file), pattern):
        return True
    # "**/" stands for any directories, none included; "*" goes over directories here, so one star says the rest.
    return any(fnmatch.fnmatchcase(relative, variant) for variant in (pattern, pattern.replace("**/", "")))
