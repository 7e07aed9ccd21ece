def balance(entries):
    return sum(entries)
