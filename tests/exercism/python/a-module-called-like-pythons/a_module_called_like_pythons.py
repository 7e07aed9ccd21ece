from resource import LIMIT


def limit():
    return LIMIT
