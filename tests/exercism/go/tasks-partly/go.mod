module taskspartly

go 1.18
