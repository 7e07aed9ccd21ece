module pointers

go 1.18
