def first():
    return 1


def second():
    print("I am here", end="")
    while True:
        pass


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
