def square(number):
    return number * abs(number)
