def double(number):
    print("double of", number)
    return number * 2 if number != 1 else 3


def half(number):
    return number / 2
