module example.org/severalfiles

go 1.26

toolchain go1.26.1
