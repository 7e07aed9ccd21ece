module veterror

go 1.18
