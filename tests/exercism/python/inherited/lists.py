def first(items):
    return items[0]


def last(items):
    return items[0] if items else None
