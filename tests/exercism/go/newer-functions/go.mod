module dice

go 1.26
