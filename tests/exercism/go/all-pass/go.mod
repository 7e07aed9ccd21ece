module allpass

go 1.18
