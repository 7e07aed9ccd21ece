module deadline

go 1.18
