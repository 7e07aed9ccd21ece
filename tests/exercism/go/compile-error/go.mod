module compileerror

go 1.18
