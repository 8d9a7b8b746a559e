package server

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Frames of the library may come between those of the table, but never in the middle of one, also when the connection takes them only in
// pieces.
func TestFramesStayWhole(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	far, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	near, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	// A small buffer, so that long messages have a rest.
	if err := near.(*net.TCPConn).SetWriteBuffer(16 << 10); err != nil {
		t.Fatal(err)
	}
	raw, err := near.(syscall.Conn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Conn: near, raw: raw}
	const messages = 60
	message := func(n int) []byte { return bytes.Repeat([]byte{byte(n)}, []int{1, 125, 126, 5000, 200_000}[n%5]) }
	control := []byte{0x89, 0} // a ping
	rests, pause, told := 0, make(chan struct{}, 1), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(told)
		for n := range messages {
			rest, held := w.begin(appendFrame(nil, message(n)))
			if len(rest) == 0 {
				continue
			}
			rests++
			select {
			case pause <- struct{}{}: // a ping tries to come between
			default:
			}
			time.Sleep(time.Millisecond)
			if err := w.finish(rest, held); err != nil {
				t.Error(err)
				return
			}
		}
	})
	wg.Go(func() {
		for {
			select {
			case <-told:
				return
			case <-pause:
			}
			if _, err := w.Write(control); err != nil {
				t.Error(err)
				return
			}
		}
	})
	r := bufio.NewReader(far)
	pings := 0
	for got := 0; got < messages; {
		var head [2]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(head[:], control) {
			pings++
			continue
		}
		n := uint64(head[1])
		switch n {
		case 126:
			var long [2]byte
			_, err = io.ReadFull(r, long[:])
			n = uint64(binary.BigEndian.Uint16(long[:]))
		case 127:
			var long [8]byte
			_, err = io.ReadFull(r, long[:])
			n = binary.BigEndian.Uint64(long[:])
		}
		want := message(got)
		if err != nil || head[0] != 0x81 || n != uint64(len(want)) {
			t.Fatalf("frame %d begins with %x and has %d bytes, want %d: %v", got, head, n, len(want), err)
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(r, data); err != nil || !bytes.Equal(data, want) {
			t.Fatalf("frame %d is damaged: %v", got, err)
		}
		got++
	}
	go io.Copy(io.Discard, r) // the last pings
	wg.Wait()
	if rests < messages/10 || pings < messages/10 {
		t.Errorf("only %d of %d messages were taken in pieces, with %d pings between", rests, messages, pings)
	}
}
