module mirabilia

go 1.26

require github.com/alecthomas/kong v1.16.1

ignore ./web/node_modules
