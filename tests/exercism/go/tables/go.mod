module tables

go 1.18
