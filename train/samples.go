package train

// Samples are positions as a network sees them, each with what it should think of it.
type Samples struct {
	features   []uint16
	ends       []int     // of each position's features
	baseLogits []float32 // the logits that the network's are added to
	targets    []float32
}

// Add keeps a position; the features are copied.
func (s *Samples) Add(features []uint16, baseLogit, target float64) {
	s.features = append(s.features, features...)
	s.ends = append(s.ends, len(s.features))
	s.baseLogits = append(s.baseLogits, float32(baseLogit))
	s.targets = append(s.targets, float32(target))
}

// Len is the number of positions.
func (s *Samples) Len() int { return len(s.ends) }

// join adds all positions of another set.
func (s *Samples) join(o *Samples) {
	shift := len(s.features)
	s.features = append(s.features, o.features...)
	for _, e := range o.ends {
		s.ends = append(s.ends, shift+e)
	}
	s.baseLogits = append(s.baseLogits, o.baseLogits...)
	s.targets = append(s.targets, o.targets...)
}

// cut takes off the last n positions, to test on.
func (s *Samples) cut(n int) *Samples {
	at, from := s.Len()-n, 0
	if at > 0 {
		from = s.ends[at-1]
	}
	o := &Samples{features: s.features[from:], baseLogits: s.baseLogits[at:], targets: s.targets[at:]}
	for _, e := range s.ends[at:] {
		o.ends = append(o.ends, e-from)
	}
	s.features, s.ends, s.baseLogits, s.targets = s.features[:from], s.ends[:at], s.baseLogits[:at], s.targets[:at]
	return o
}

// at are the features, the baseLogit and the target of one position.
func (s *Samples) at(i int) (features []uint16, baseLogit, target float64) {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.features[from:s.ends[i]], float64(s.baseLogits[i]), float64(s.targets[i])
}
