module emptysolution

go 1.18
