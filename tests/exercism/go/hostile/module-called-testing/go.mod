module testing

go 1.18
