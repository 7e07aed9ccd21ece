package parent

import "fmt"

func New() int      { fmt.Println("making"); return 1 }
func Get(n int) int { fmt.Println("getting"); return n }
