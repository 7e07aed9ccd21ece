module lines

go 1.18
