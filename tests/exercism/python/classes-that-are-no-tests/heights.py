def metres(feet):
    return round(feet * 0.3048, 2)
