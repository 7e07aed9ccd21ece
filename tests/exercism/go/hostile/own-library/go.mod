module ranking

go 1.26
