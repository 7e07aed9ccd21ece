module proctor/later

go 1.18
