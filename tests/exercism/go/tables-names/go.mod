module tablesnames

go 1.18
