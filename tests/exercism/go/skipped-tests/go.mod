module skippedtests

go 1.18
