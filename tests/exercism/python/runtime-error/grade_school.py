class School:
    def __init__(self):
        self.grades = {}

    def add(self, name, grade):
        self.grades[grade].append(name)

    def average(self, numbers):
        return sum(numbers) / len(numbers)

    def deep(self, n):
        return self.deep(n + 1)
