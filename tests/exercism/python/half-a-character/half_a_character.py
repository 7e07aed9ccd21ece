def first_unit(text):
    """The first of the two units that UTF-16 writes a character with."""
    unit = chr(0xD800 + ((ord(text) - 0x10000) >> 10))
    print("the unit", unit)
    return unit
