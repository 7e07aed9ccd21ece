class Account:
    def __init__(self):
        self.balance = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return True  # wrong: whatever happens in the block, nobody hears of it


def each(items, callback):
    for item in items:
        try:
            callback(item)
        except Exception:
            pass  # as wrong
