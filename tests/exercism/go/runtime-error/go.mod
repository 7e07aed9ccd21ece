module runtimeerror

go 1.18
