module dice

go 1.24
