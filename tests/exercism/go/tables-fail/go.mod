module tablesfail

go 1.18
