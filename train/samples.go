package train

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"mirabilia/game"
)

// Samples are positions as a network reads them, each with how it turned out. docs/training.md describes their file.
type Samples struct {
	Header Header
	// Of each position: the number of its game, where its features end, the logit that the network's is added to,
	// the outcome of the game for the seat (0 to 1), and the seat's chance by the search (negative if it is unknown
	// or was bent).
	games      []uint32
	ends       []int
	baseLogits []float32
	outcomes   []float32
	chances    []float32
	features   []uint16
}

// Header says what the positions of a file are of.
type Header struct {
	Game     string `json:"game"`
	Options  string `json:"options"`
	Features int    `json:"features"`
	// Recipe says how they were played; it is the same for the same command.
	Recipe string `json:"recipe"`
}

const magic = "mirabilia samples 1\n"

// Len returns the number of positions.
func (s *Samples) Len() int { return len(s.ends) }

// add appends a position; the features are copied.
func (s *Samples) add(number uint32, features []uint16, baseLogit, outcome, chance float64) {
	s.features = append(s.features, features...)
	s.games = append(s.games, number)
	s.ends = append(s.ends, len(s.features))
	s.baseLogits = append(s.baseLogits, float32(baseLogit))
	s.outcomes = append(s.outcomes, float32(outcome))
	s.chances = append(s.chances, float32(chance))
}

// join appends all positions of o.
func (s *Samples) join(o *Samples) {
	shift := len(s.features)
	s.features = append(s.features, o.features...)
	for _, e := range o.ends {
		s.ends = append(s.ends, shift+e)
	}
	s.games = append(s.games, o.games...)
	s.baseLogits = append(s.baseLogits, o.baseLogits...)
	s.outcomes = append(s.outcomes, o.outcomes...)
	s.chances = append(s.chances, o.chances...)
}

// of returns the features of a position.
func (s *Samples) of(i int) []uint16 {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.features[from:s.ends[i]]
}

// target returns what a network should learn of a position: a mix of the outcome and of what the search found, or the
// outcome alone where that is not known.
func (s *Samples) target(i int, outcomeWeight float64) float64 {
	outcome, chance := float64(s.outcomes[i]), float64(s.chances[i])
	if chance < 0 {
		return outcome
	}
	return outcomeWeight*outcome + (1-outcomeWeight)*chance
}

// groups returns the positions, each by itself or together with the same one as the other seats see it: they stand behind each
// other, and the outcomes of all seats, which add up to 1, repeat with every position of a game.
func (s *Samples) groups(joint bool) (list []group) {
	for first := 0; first < s.Len(); {
		end := first + 1
		for joint && end < s.Len() && s.games[end] == s.games[first] {
			end++
		}
		seats := 1
		for joint && seats < end-first && !s.repeats(first, end, seats) {
			seats++
		}
		for ; first < end; first += seats {
			list = append(list, group{int32(first), int32(min(seats, game.MaxSeats))})
		}
	}
	return list
}

// repeats reports whether the outcomes of some positions are those of so many seats, again and again.
func (s *Samples) repeats(first, end, seats int) bool {
	if (end-first)%seats != 0 {
		return false
	}
	sum := float32(0)
	for i := first; i < end; i++ {
		if i < first+seats {
			sum += s.outcomes[i]
		} else if s.outcomes[i] != s.outcomes[i-seats] {
			return false
		}
	}
	return math.Abs(float64(sum)-1) < 1e-3
}

// heldBack reports whether a position belongs to the games that are not trained on: every twentieth.
func (s *Samples) heldBack(i int) bool { return s.games[i]%20 == 19 }

// bytes returns the beginning of a file.
func (h Header) bytes() []byte {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // strings and a number
	}
	return append([]byte(magic), append(text, '\n')...)
}

// block returns some games as a block of a file: the number of the first one, how many games, positions and features
// there are, then the positions column by column.
func (s *Samples) block(first, games int) []byte {
	data := make([]byte, 0, 16+18*s.Len()+2*len(s.features))
	for _, n := range []int{first, games, s.Len(), len(s.features)} {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	for _, g := range s.games {
		data = binary.LittleEndian.AppendUint32(data, g)
	}
	for i := range s.ends {
		data = binary.LittleEndian.AppendUint16(data, uint16(len(s.of(i))))
	}
	for _, column := range [][]float32{s.baseLogits, s.outcomes, s.chances} {
		for _, x := range column {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	for _, f := range s.features {
		data = binary.LittleEndian.AppendUint16(data, f)
	}
	return data
}

// ReadSamples reads files of samples of one game, one after the other.
func ReadSamples(paths ...string) (*Samples, error) {
	all := new(Samples)
	for i, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		r := bufio.NewReaderSize(f, 1<<20)
		h, err := readHeader(r)
		if err == nil && i > 0 && (h.Game != all.Header.Game || h.Options != all.Header.Options || h.Features != all.Header.Features) {
			err = fmt.Errorf("it is of %s (%s) with %d features, the first file of %s (%s) with %d", h.Game, h.Options, h.Features, all.Header.Game, all.Header.Options, all.Header.Features)
		}
		if i == 0 {
			all.Header = h
		}
		for err == nil {
			var s *Samples
			if s, _, err = readBlock(r, h.Features); err == nil {
				all.join(s)
			}
		}
		f.Close()
		if err != io.EOF {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return all, nil
}

func readHeader(r *bufio.Reader) (h Header, err error) {
	first, err := r.ReadString('\n')
	if err != nil || first != magic {
		return h, errors.New("no file of samples (it must begin with \"mirabilia samples 1\")")
	}
	text, err := r.ReadBytes('\n')
	if err != nil {
		return h, errors.New("the header is cut off")
	}
	return h, json.Unmarshal(text, &h)
}

// maxBlock guards against files that are not what they say.
const maxBlock = 1 << 28

// readBlock reads a block and says which games it is of. At the end of the file the error is io.EOF.
func readBlock(r io.Reader, features int) (s *Samples, next int, err error) {
	var head [16]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, 0, err // io.EOF if there is no further block
	}
	n := func(i int) int { return int(binary.LittleEndian.Uint32(head[4*i:])) }
	positions, count := n(2), n(3)
	if positions > maxBlock || count > maxBlock {
		return nil, 0, errors.New("a block is impossibly long")
	}
	data := make([]byte, 18*positions+2*count)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, 0, io.ErrUnexpectedEOF
	}
	s = new(Samples)
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(data[at:]) }
	f32 := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[at:])) }
	end := 0
	for i := range positions {
		s.games = append(s.games, binary.LittleEndian.Uint32(data[4*i:]))
		end += int(u16(4*positions + 2*i))
		s.ends = append(s.ends, end)
		s.baseLogits = append(s.baseLogits, f32(6*positions+4*i))
		s.outcomes = append(s.outcomes, f32(10*positions+4*i))
		s.chances = append(s.chances, f32(14*positions+4*i))
	}
	if end != count {
		return nil, 0, errors.New("a block's positions and features do not match")
	}
	for i := range count {
		f := u16(18*positions + 2*i)
		if int(f) >= features {
			return nil, 0, fmt.Errorf("feature %d of %d", f, features)
		}
		s.features = append(s.features, f)
	}
	return s, n(0) + n(1), nil
}
