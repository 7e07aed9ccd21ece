// The command greets whom it is told to.
package main

import (
	"fmt"
	"os"

	"greeting"
)

func main() { fmt.Println(greeting.Greet(os.Args[1])) }
