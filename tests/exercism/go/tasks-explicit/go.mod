module tasksexplicit

go 1.18
