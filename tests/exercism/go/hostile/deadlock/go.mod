module ownfailure

go 1.18
