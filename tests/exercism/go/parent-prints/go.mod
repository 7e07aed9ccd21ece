module parent

go 1.18
