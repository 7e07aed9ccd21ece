CASES = [1, 2]


def expected_of(number):
    return 2 * number
