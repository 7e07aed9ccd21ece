with open("cases.csv", "w") as file:
    file.write("")


def double(number):
    return 0
