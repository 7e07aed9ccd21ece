module newversion

go 1.26
