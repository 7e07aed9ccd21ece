from menu_data import PRICES, VEGAN


def is_vegan(ingredients):
    ingredients.sort()
    return all(each in VEGAN for each in ingredients)


def price_of(dish):
    return PRICES.pop(dish)


def bill(dish):
    return {"dish": dish, "price": 3, "number": 1}
