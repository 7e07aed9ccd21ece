module leftout

go 1.18
