package dice

import (
	"crypto/sha256"
	_ "embed" // the printed sheet
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mirabilia/strict"
	"reflect"
	"strings"
	"sync"
)

//go:embed sheet.json
var sheetJSON []byte

// Sheet is the printed part of the game: dice, buildings with their spaces, bonuses and cities, read
// from a file like sheet.json and compiled into tables. States refer to it by a small number, so that they
// stay flat.
type Sheet struct {
	document document
	id       string
	index    uint8
	tables
	shown
}

// ID returns a fingerprint of everything in the sheet that play depends on: sources and notes may change
// without changing it. It is part of Info.Rules, so that records and positions of another sheet are told
// apart.
func (sh *Sheet) ID() string { return sh.id }

// document is the file, field by field.
type document struct {
	FormatVersion int               `json:"format_version"`
	HowToCorrect  string            `json:"how_to_correct"`
	SourceKey     map[string]string `json:"source_key"`
	Tuned         []tuning          `json:"tuned"`
	Constants     constants         `json:"constants"`
	Quarters      quartersEntry     `json:"quarters"`
	Dice          []dieEntry        `json:"dice"`
	Buildings     []buildingEntry   `json:"buildings"`
	Bonuses       []bonusEntry      `json:"bonuses"`
	Cities        []cityEntry       `json:"cities"`
}

// tuning records that the designed effects of a space were changed to make the cities even.
type tuning struct {
	Field string        `json:"field"`
	Was   []effectEntry `json:"was"`
	Now   []effectEntry `json:"now"`
	Why   string        `json:"why"`
}

type constants struct {
	StartCoins       constant `json:"start_coins"`
	PassCoins        constant `json:"pass_coins"`
	BonusesToEnd     constant `json:"bonuses_to_trigger_end"`
	RoundsAfter      constant `json:"rounds_after_trigger_round"`
	AgoraFirst       constant `json:"agora_first_finisher_vp"`
	GoldReserve      constant `json:"gold_reserve_size"`
	MaxCountedShield constant `json:"max_counted_defence"`
}

type constant struct {
	Value  int    `json:"value"`
	Source string `json:"source"`
}

type quartersEntry struct {
	Costs  []int  `json:"costs"`
	Source string `json:"source"`
}

type dieEntry struct {
	ID      string      `json:"id"`
	Color   string      `json:"color"`
	Special bool        `json:"special"`
	Source  string      `json:"source"`
	Faces   []faceEntry `json:"faces"`
}

// faceEntry points to one track, to a choice of tracks, or to whole buildings; compare names the
// buildings in which one must not be behind one's neighbours.
type faceEntry struct {
	Symbol   string       `json:"symbol"`
	Building string       `json:"building,omitempty"`
	Track    string       `json:"track,omitempty"`
	Choice   []trackEntry `json:"choice,omitempty"`
	Mark     []string     `json:"mark,omitempty"`
	Compare  []string     `json:"compare,omitempty"`
}

type trackEntry struct {
	Building string `json:"building"`
	Track    string `json:"track"`
}

type buildingEntry struct {
	ID              string       `json:"id"`
	Color           string       `json:"color"`
	CompletionBonus bool         `json:"completion_bonus"`
	Note            string       `json:"note,omitempty"`
	Tracks          []arrowEntry `json:"tracks"`
	Spaces          []spaceEntry `json:"spaces"`
}

// arrowEntry is a track: the spaces its symbol points to, to be marked in order or in any order.
type arrowEntry struct {
	Symbol string   `json:"symbol,omitempty"`
	Mode   string   `json:"mode"`
	Spaces []string `json:"spaces"`
	Source string   `json:"source"`
}

type spaceEntry struct {
	ID      string        `json:"id"`
	Cost    int           `json:"cost"`
	Effects []effectEntry `json:"effects"`
	Row     int           `json:"row,omitempty"`
	Col     int           `json:"col,omitempty"`
	Source  string        `json:"source"`
}

type effectEntry struct {
	Type      string   `json:"type"`
	Resource  string   `json:"resource,omitempty"`
	Amount    *int     `json:"amount,omitempty"`
	Building  string   `json:"building,omitempty"`
	Coins     *int     `json:"coins,omitempty"`
	VP        *int     `json:"vp,omitempty"`
	Color     string   `json:"color,omitempty"`
	Die       string   `json:"die,omitempty"`
	Buildings []string `json:"buildings,omitempty"`
	Max       *int     `json:"max,omitempty"`
	Side      string   `json:"side,omitempty"`
}

type bonusEntry struct {
	ID      string        `json:"id"`
	Effects []effectEntry `json:"effects"`
	Source  string        `json:"source"`
}

type cityEntry struct {
	ID         string        `json:"id"`
	Source     string        `json:"source"`
	Wonder     buildingEntry `json:"wonder"`
	University buildingEntry `json:"university"`
}

// The sheets read so far. A state holds the number of its sheet; the first is the game's own. Entries are
// only added, so what a state's number leads to never changes.
var (
	sheets     [64]*Sheet
	sheetCount int
	sheetsLock sync.Mutex
)

// printed is the sheet of the game as it is offered.
var printed = mustLoad(sheetJSON)

func mustLoad(data []byte) *Sheet {
	sh, err := LoadSheet(data)
	if err != nil {
		panic("games/dice/sheet.json: " + err.Error())
	}
	return sh
}

// LoadSheet reads a sheet. A wrong one is refused with the field that is wrong. Reading the same sheet again
// gives the first reading.
func LoadSheet(data []byte) (*Sheet, error) {
	sh := new(Sheet)
	if err := strict.DecodeWhole(data, &sh.document); err != nil {
		return nil, err
	}
	if err := checkNumbers(reflect.ValueOf(sh.document), ""); err != nil {
		return nil, err
	}
	if err := sh.compile(); err != nil {
		return nil, err
	}
	sh.id = sh.document.fingerprint()
	sheetsLock.Lock()
	defer sheetsLock.Unlock()
	for _, known := range sheets[:sheetCount] {
		if known.id == sh.id {
			return known, nil
		}
	}
	if sheetCount == len(sheets) {
		return nil, fmt.Errorf("%d sheets are in use, no more can be loaded", sheetCount)
	}
	sh.index = uint8(sheetCount)
	sh.show()
	sheets[sheetCount] = sh
	sheetCount++
	return sh, nil
}

// maxNumber is the largest number that a sheet may hold anywhere; most places allow far less.
const maxNumber = 1000

// checkNumbers looks for numbers that no place of a sheet allows, before anything is computed with them.
func checkNumbers(v reflect.Value, place string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return checkNumbers(v.Elem(), place)
		}
	case reflect.Int:
		if v.Int() < 0 || v.Int() > maxNumber {
			return fmt.Errorf("%s: must be a whole number from 0 to %d, not %d", place, maxNumber, v.Int())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := checkNumbers(v.Index(i), fmt.Sprintf("%s[%d]", place, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if err := checkNumbers(v.Field(i), strings.TrimPrefix(place+"."+name, ".")); err != nil {
				return err
			}
		}
	}
	return nil
}

// sheetByID finds a sheet read before.
func sheetByID(id string) (*Sheet, error) {
	sheetsLock.Lock()
	defer sheetsLock.Unlock()
	for _, sh := range sheets[:sheetCount] {
		if sh.id == id {
			return sh, nil
		}
	}
	return nil, fmt.Errorf("no sheet %q is loaded; the game's own is %q", id, sheets[0].id)
}

// fingerprint returns the hash of the document without what play does not depend on.
func (d document) fingerprint() string {
	bare := document{Constants: d.Constants.bare(), Quarters: quartersEntry{Costs: d.Quarters.Costs}}
	for _, e := range d.Dice {
		e.Source = ""
		bare.Dice = append(bare.Dice, e)
	}
	for _, b := range d.Buildings {
		bare.Buildings = append(bare.Buildings, b.bare())
	}
	for _, b := range d.Bonuses {
		b.Source = ""
		bare.Bonuses = append(bare.Bonuses, b)
	}
	for _, c := range d.Cities {
		bare.Cities = append(bare.Cities, cityEntry{ID: c.ID, Wonder: c.Wonder.bare(), University: c.University.bare()})
	}
	data, err := json.Marshal(bare)
	if err != nil {
		panic(err) // plain texts and numbers
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}

func (c constants) bare() constants {
	for _, field := range c.each() {
		field.value.Source = ""
	}
	return c
}

func (b buildingEntry) bare() buildingEntry {
	bare := buildingEntry{ID: b.ID, Color: b.Color, CompletionBonus: b.CompletionBonus}
	for _, t := range b.Tracks {
		t.Source = ""
		bare.Tracks = append(bare.Tracks, t)
	}
	for _, s := range b.Spaces {
		s.Source, s.Row, s.Col = "", 0, 0
		bare.Spaces = append(bare.Spaces, s)
	}
	return bare
}
