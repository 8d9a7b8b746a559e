package table

import (
	"crypto/sha256"
	"encoding/base64"
)

// Every entry goes on from all that was before it, so a number alone does not say which entry is meant: when a standby that lagged behind becomes the database, or a backup
// takes its place, other entries get the numbers of those that are lost. So what came before has a name, which follows from all entries and is kept with the table's row. An
// append names what it follows, and so do news; whoever knows another past is refused, or gives up what they know.

// point is a place in a journal: the number of an entry, and the name of the past up to it. The name is empty where none was given yet.
type point struct {
	seq int64
	tip string
}

func (s *state) point() point { return point{s.seq, s.tip} }

// same reports whether two points are the same, as far as they have names.
func (p point) same(q point) bool {
	return p.seq == q.seq && (p.tip == q.tip || p.tip == "" || q.tip == "")
}

// tipBytes is how much of the hash a name has: far too much for two pasts to have the same by chance.
const tipBytes = 18

// nextTip names the past that goes on with entries.
func nextTip(tip string, entries ...[]byte) string {
	for _, data := range entries {
		h := sha256.New()
		h.Write([]byte(tip))
		h.Write([]byte{0})
		h.Write(data)
		tip = base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:tipBytes])
	}
	return tip
}

// follow reports whether the entries go on from a point that was known, after which they were asked for.
func (n *Since) follow(p point) bool {
	return point{p.seq + int64(len(n.Entries)), nextTip(p.tip, n.Entries...)}.same(point{n.Last, n.Tip})
}

// follows reports whether the journal goes on from a point that was known. Where it does not have the entries since then, nobody can say.
func (j *journal) follows(p point) bool {
	last := j.base.seq + int64(len(j.entries))
	if p.seq > last || p.seq < j.base.seq {
		return false
	}
	return (&Since{Last: last, Tip: j.Tip, Entries: j.entries[p.seq-j.base.seq:]}).follow(p)
}
