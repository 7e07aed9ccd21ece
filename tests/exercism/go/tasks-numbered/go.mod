module tasksnumbered

go 1.18
