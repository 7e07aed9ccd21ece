def first():
    return 1


def second():
    hoard = []
    while True:
        hoard.append(bytearray(16 * 1024 * 1024))


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
