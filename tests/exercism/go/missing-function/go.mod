module missingfunction

go 1.18
