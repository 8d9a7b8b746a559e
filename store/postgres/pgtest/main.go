package pgtest

import (
	"fmt"
	"os"
	"testing"
)

// Main is the TestMain of a package whose tests share a server: it starts the server, runs the tests and ends the program.
func Main(m *testing.M, server **Server) {
	var err error
	if *server, err = Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := (*server).Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
