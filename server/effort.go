package server

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/store"
)

// A right recovery code is never refused, however many wrong ones others have tried: nothing counts against a name. An address that has used its free tries does some
// work before each further one, more from one to the next, and less again as time goes by. What it is to do is not stored: the task is a hash of the address, the name,
// the minute and how much it is, with a key that all nodes have, so that any of them knows its own.

const (
	// A phone of middling speed computes some 250,000 sums a second. The most is 32 times 2^16 of them on average, the least a thirty-second of that.
	workParts = 32
	leastBits = 11
	mostBits  = 16
	// mostOwed is after how many tries beyond the free ones it grows no more; a few hours later all are free again.
	mostOwed = mostBits - leastBits + 1
	// workMinutes is how many minutes after its own a task can be handed in.
	workMinutes = 3
	// kindWork is of tasks that were handed in.
	kindWork = "work"
)

// task writes a task that a visitor is given for a name in a minute.
func (s *Server) task(ctx context.Context, visitor, name string, minute int64, bits int, random string) (string, error) {
	open := fmt.Sprintf("%d.%d.%s", minute, bits, random)
	sum, err := s.dayHash(ctx, time.UnixMilli(minute*minuteMillis), strings.Join([]string{kindWork, visitor, names.Fold(name), open}, "\x00"))
	return open + "." + sum, err
}

const minuteMillis = int64(time.Minute / time.Millisecond)

// mayRecover takes a try at a recovery code, or refuses it with the work that must come first.
func (s *Server) mayRecover(r *http.Request, req *api.RecoverRequest) error {
	visitor := s.visitor(r)
	err := s.limits.take(quotaRecovery, visitor)
	var free *late
	if !errors.As(err, &free) {
		return err
	}
	minute, bits := s.hub.Now()/minuteMillis, min(mostBits, leastBits+s.limits.owed(quotaRecovery, visitor))
	if req.Work != nil {
		done, err := s.worked(r.Context(), visitor, req, minute, bits)
		if done {
			s.limits.owe(quotaRecovery, visitor, mostOwed)
		}
		if done || err != nil {
			return err
		}
	}
	var random [8]byte
	rand.Read(random[:])
	task, err := s.task(r.Context(), visitor, req.Name, minute, bits, hex.EncodeToString(random[:]))
	if err != nil {
		return err
	}
	refusal := game.Refuse(game.TooMany, "work_first", "your address has used up its free tries; send the answers of this work with the code, or wait")
	return &late{refusal, free.wait, &api.Work{Task: task, Bits: bits, Parts: workParts}}
}

// worked reports whether a request brings work that was done for it, at least as much as is asked for now, and for no other try.
func (s *Server) worked(ctx context.Context, visitor string, req *api.RecoverRequest, minute int64, least int) (bool, error) {
	open := strings.Split(req.Work.Task, ".")
	if len(open) != 4 {
		return false, nil
	}
	given, err1 := strconv.ParseInt(open[0], 10, 64)
	bits, err2 := strconv.Atoi(open[1])
	// The clocks of two nodes are not quite the same.
	if errors.Join(err1, err2) != nil || given < minute-workMinutes || given > minute+1 || bits < least || bits > mostBits {
		return false, nil
	}
	task, err := s.task(ctx, visitor, req.Name, given, bits, open[2])
	if err != nil {
		return false, err
	}
	if !hmac.Equal([]byte(task), []byte(req.Work.Task)) || !(people.Work{Task: task, Bits: bits, Parts: workParts}).Done(req.Work.Answers) {
		return false, nil
	}
	// A task is good for one try, at all nodes together.
	err = s.cfg.Store.Wait(ctx, store.Waiting{Kind: kindWork, Key: task, Data: []byte{}, Deadline: (given + workMinutes + 1) * minuteMillis}, s.hub.Now())
	switch {
	case errors.Is(err, store.ErrTaken):
		return false, nil
	case err != nil:
		return false, unavailable(err)
	}
	return true, nil
}
