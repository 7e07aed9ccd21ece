def lowest(numbers):
    return min(numbers)
