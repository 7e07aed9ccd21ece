def leap_year(year):
    if year % 4 == 0:
    return True
