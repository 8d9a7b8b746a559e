package server

import (
	"bufio"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// wire is the connection below a socket. What is told goes out here, in frames of our own and several at a time: the
// goroutine that has the table's turn writes what the connection takes at once, which is nearly always all, so that no other goroutine
// need be woken for it. The library writes only what controls the connection.
type wire struct {
	net.Conn
	// raw is nil if the connection can only be written to by waiting.
	raw syscall.RawConn
	// mu is held while frames are written: another must not begin in the middle of one.
	mu sync.Mutex
}

// socketBuffer is what a socket reads into and what the library writes its frames from. Commands and control frames are short.
const socketBuffer = 512

// Write writes a frame of the library, which always comes whole.
func (w *wire) Write(frame []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Conn.Write(frame)
}

// begin writes as much as the connection takes at once and returns the rest. If it holds the wire then, because a frame is begun, finish
// gives it back.
func (w *wire) begin(frames []byte) (rest []byte, held bool) {
	if len(frames) == 0 || w.raw == nil || !w.mu.TryLock() {
		return frames, false
	}
	if rest = frames[writeNow(w.raw, frames):]; len(rest) > 0 {
		return rest, true
	}
	w.mu.Unlock()
	return nil, false
}

// finish writes what begin left, for which the client has its time.
func (w *wire) finish(rest []byte, held bool) error {
	if !held {
		w.mu.Lock()
	}
	defer w.mu.Unlock()
	err := w.SetWriteDeadline(time.Now().Add(sendTimeout))
	if err == nil {
		_, err = w.Conn.Write(rest)
	}
	return errors.Join(err, w.SetWriteDeadline(time.Time{}))
}

// hijacker gives the library a wire instead of the connection.
type hijacker struct {
	http.ResponseWriter
	wire *wire
}

// Hijack takes over the connection.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, brw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.wire = &wire{Conn: conn}
	if c, ok := conn.(syscall.Conn); ok {
		h.wire.raw, _ = c.SyscallConn() // without it everything is written by waiting
	}
	// An idle socket should not hold the buffers of a whole request.
	from := brw.Reader
	if from.Buffered() == 0 {
		from = bufio.NewReaderSize(conn, socketBuffer)
	}
	return h.wire, bufio.NewReadWriter(from, bufio.NewWriterSize(h.wire, socketBuffer)), nil
}

// appendFrame appends a text message as the one frame of a server, which is not masked (RFC 6455, 5.2).
func appendFrame(buf, message []byte) []byte {
	const wholeText = 0x81
	switch n := len(message); {
	case n < 126:
		buf = append(buf, wholeText, byte(n))
	case n < 1<<16:
		buf = binary.BigEndian.AppendUint16(append(buf, wholeText, 126), uint16(n))
	default:
		buf = binary.BigEndian.AppendUint64(append(buf, wholeText, 127), uint64(n))
	}
	return append(buf, message...)
}
