module (
	errors
)

go 1.18
