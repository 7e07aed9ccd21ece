def push(stack, item):
    return [*stack, item]
