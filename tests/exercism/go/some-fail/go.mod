module somefail

go 1.18
