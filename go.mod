module mirabilia

go 1.26
