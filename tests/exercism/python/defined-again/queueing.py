def minutes(people):
    return people * 5


def hours(people):
    return people * 5 / 60
