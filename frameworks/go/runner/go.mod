module proctor/runner

go 1.19
