module racing

go 1.18
