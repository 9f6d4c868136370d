module example.org/people

go 1.19
