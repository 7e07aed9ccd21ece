module steps

go 1.18
