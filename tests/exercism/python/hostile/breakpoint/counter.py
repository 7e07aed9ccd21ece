def first():
    return 1


def second():
    breakpoint()
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
