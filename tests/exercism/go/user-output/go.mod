module useroutput

go 1.18
