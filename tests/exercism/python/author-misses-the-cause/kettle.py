import samovar


def boil(litres):
    return samovar.heat(litres)
