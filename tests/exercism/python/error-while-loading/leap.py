LIMIT = int("four")


def leap_year(year):
    return year % LIMIT == 0
