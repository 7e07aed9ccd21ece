class Up:
    def __set_name__(self, owner, name):
        owner.__test__ = False
    def __call__(self, s): return "WRONG"
up = Up()
