module seats

go 1.18
