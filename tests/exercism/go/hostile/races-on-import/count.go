package racing

var count int

func init() {
	done := make(chan bool)
	go func() {
		count++
		close(done)
	}()
	count++
	<-done
}

// Count is one.
func Count() int { return 1 }
