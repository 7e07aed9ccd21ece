from builtins import *
from builtins import zip, enumerate as numbered


def floors(rides):
    return [sum(rides[:end]) for end, _ in numbered(rides, 1)]
