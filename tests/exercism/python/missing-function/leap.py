def leapyear(year):
    return year % 4 == 0
