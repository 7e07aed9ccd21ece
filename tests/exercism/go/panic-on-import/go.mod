module paniconimport

go 1.18
