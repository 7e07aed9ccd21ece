module allfail

go 1.18
