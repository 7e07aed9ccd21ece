module skips

go 1.18
