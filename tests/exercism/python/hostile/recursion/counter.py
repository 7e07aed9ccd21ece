def first():
    return 1


def second():
    return 1 + second()


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
