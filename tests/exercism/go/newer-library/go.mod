module stock

go 1.26
