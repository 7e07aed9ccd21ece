module grid

go 1.26
