module syntaxerror

go 1.18
