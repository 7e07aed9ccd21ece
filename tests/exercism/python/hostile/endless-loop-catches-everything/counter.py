def first():
    return 1


def second():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
