def grams(kilos):
    return kilos * 1000
