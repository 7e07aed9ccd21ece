def check(word):
    raise ExceptionGroup("two things", [ValueError("a\nb"), ExceptionGroup("inner", [KeyError("k"), TypeError("t")])])
