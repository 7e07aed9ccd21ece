module tasksoff

go 1.18
