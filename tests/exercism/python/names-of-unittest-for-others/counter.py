class Counter:
    def __init__(self):
        self.value = 0

    def run(self):
        self.value += 1
        return self.value

    def debug(self):
        return f"at {self.value}"
