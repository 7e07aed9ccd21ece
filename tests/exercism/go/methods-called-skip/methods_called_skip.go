package skips

func Steps() int { return 2 }
