module account

go 1.18
