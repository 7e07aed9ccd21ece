module letters

go 1.18
