package steps

import "io"

func init() { io.EOF = nil }

func Read() error { return nil }
