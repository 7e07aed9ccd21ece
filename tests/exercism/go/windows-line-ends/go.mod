module lines

go 1.26.1
