def digits_of(total):
    """The numbers of one digit whose sum it is, found by trying all."""
    while total > 27:
        pass  # too many to try
    return next((a, b, c) for a in range(10) for b in range(10) for c in range(10) if a + b + c == total)
