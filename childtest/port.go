package childtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"syscall"
)

// The ports for tests are below those that Linux chooses itself, for connections and for listeners that leave the choice to it.
const firstPort, lastPort = 20000, 29999

// taken are the ports that this program has. Each byte of the file stands for a port, and this program holds a lock on the bytes of its own. All
// programs of a user must find the same file, so it does not lie where TMPDIR says.
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
		if taken.file, err = os.OpenFile(fmt.Sprintf("/tmp/mirabilia-ports-%d.lock", os.Getuid()), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
			return 0, err
		}
		taken.ports = map[int]bool{}
	}
	for range 1000 {
		port := firstPort + rand.IntN(lastPort-firstPort+1)
		lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: int64(port), Len: 1}
		if !taken.ports[port] && isFree(port) && syscall.FcntlFlock(taken.file.Fd(), syscall.F_SETLK, &lock) == nil {
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
