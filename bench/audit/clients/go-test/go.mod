module scores

go 1.19
