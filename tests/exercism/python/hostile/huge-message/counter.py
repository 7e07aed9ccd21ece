def first():
    return 1


def second():
    raise ValueError('x' * 50_000_000)


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
