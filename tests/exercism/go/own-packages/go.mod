module greeting

go 1.20
