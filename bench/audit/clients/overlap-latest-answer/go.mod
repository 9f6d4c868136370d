module example.com/pulse

go 1.19
