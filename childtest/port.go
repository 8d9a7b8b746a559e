package childtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// The ports for tests are below those that Linux gives to connections, and to listeners that do not mind, so that none of these comes by one of them.
const firstPort, lastPort = 20000, 29999

// taken are the ports that this program has. Each byte of the file stands for a port; other programs of this user see by a lock on it who has it.
var taken struct {
	sync.Mutex
	file  *os.File
	ports map[int]bool
}

// Port returns a port of 127.0.0.1 for a server. It belongs to the server until this program ends, also while the server does not run.
func Port() (port int, err error) {
	taken.Lock()
	defer taken.Unlock()
	if taken.file == nil {
		if taken.file, err = os.OpenFile(filepath.Join(os.TempDir(), fmt.Sprint("mirabilia-ports-", os.Getuid())), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
			return 0, err
		}
		taken.ports = map[int]bool{}
	}
	for range 1000 {
		port := firstPort + rand.IntN(lastPort-firstPort+1)
		lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: int64(port), Len: 1}
		if !taken.ports[port] && syscall.FcntlFlock(taken.file.Fd(), syscall.F_SETLK, &lock) == nil && isFree(port) {
			taken.ports[port] = true
			return port, nil
		}
	}
	return 0, errors.New("there is no free port for a test")
}

func isFree(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	return err == nil && l.Close() == nil
}
