def first():
    return 1


raise RuntimeError("no reason")
