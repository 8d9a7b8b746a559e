package strict_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"mirabilia/strict"
)

type base struct {
	Kind string `json:"kind"`
}

type part struct {
	N int8 `json:"n"`
}

type whole struct {
	base
	Text  string            `json:"text"`
	Count int               `json:"count,omitempty"`
	Small uint8             `json:"small,omitempty"`
	Real  float64           `json:"real,omitempty"`
	Flag  bool              `json:"flag,omitempty"`
	Maybe *int              `json:"maybe,omitempty"`
	Parts []part            `json:"parts,omitempty"`
	Pair  [2]string         `json:"pair,omitzero"`
	Texts map[string]string `json:"texts,omitempty"`
	Raw   json.RawMessage   `json:"raw,omitempty"`
	Any   any               `json:"any,omitempty"`
	At    time.Time         `json:"at,omitzero"`
	Until *time.Time        `json:"until,omitempty"`
	Never string            `json:"-"`
}

// What encoding/json reads without a doubt is read alike.
func TestDecodeAgreesWithJSON(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"kind":"k","text":"t"}`, `{"count":-5,"small":255,"real":1.5e3,"flag":true}`, `{"maybe":0}`, `{"maybe":null,"parts":null,"texts":null}`,
		`{"parts":[{"n":1},{"n":-128}],"texts":{"a":"b","c":""}}`, `{"pair":["a","b"]}`, `{"raw":{"x":[1,2]},"any":{"y":null}}`, `{"at":"2020-01-02T03:04:05Z"}`, `{"until":"2020-01-02T03:04:05Z"}`, `{"until":null}`, ` { "parts" : [ ] } `,
	} {
		var got, want whole
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(text, err)
		}
		if err := strict.Decode([]byte(text), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s was read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	kept := whole{Text: "kept", Count: 3}
	if err := strict.Decode([]byte(`{"count":4}`), &kept); err != nil || kept.Text != "kept" || kept.Count != 4 {
		t.Errorf("what the text leaves out did not stay: %+v, %v", kept, err)
	}
}

// What is doubtful is refused by its place, in words that name no type of Go.
func TestDecodeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		``:                                  "not JSON: the text ends too early",
		`{"text":"a"`:                       "not JSON: the text ends too early",
		`nonsense`:                          "not JSON",
		`{"text":"a"} {}`:                   "more text after the end",
		`{"text":"a","text":"b"}`:           "text: the field is given twice",
		`{"Text":"a"}`:                      "Text: there is no such field here; there are: kind, text,",
		`{"colour":"red"}`:                  "colour: there is no such field here",
		`{"Never":"red"}`:                   "Never: there is no such field here",
		`{"texts":{"a":"b","a":"c"}}`:       "texts.a: the field is given twice",
		`{"raw":{"a":{"b":1,"b":2}}}`:       "raw.a.b: the field is given twice",
		`{"any":[{},{"b":1,"b":2}]}`:        "any[1].b: the field is given twice",
		`{"text":5}`:                        "text: must be a text, not 5",
		`{"text":null}`:                     "text: must be a text, not null",
		`{"flag":"true"}`:                   "flag: must be true or false, not a text",
		`{"count":"5"}`:                     "count: must be a whole number, not a text",
		`{"count":1.5}`:                     "count: must be a whole number from",
		`{"small":-1}`:                      "small: must be a whole number from 0 to 255, not -1",
		`{"small":256}`:                     "small: must be a whole number from 0 to 255, not 256",
		`{"parts":[{"n":1},{"n":128}]}`:     "parts[1].n: must be a whole number from -128 to 127, not 128",
		`{"parts":{"n":1}}`:                 "parts: must be a list in brackets, not an object",
		`{"pair":["a"]}`:                    "pair: must be a list of 2, not of 1",
		`{"pair":["a","b","c"]}`:            "pair: must be a list of 2, not more",
		`{"pair":null}`:                     "pair: must be a list in brackets, not null",
		`{"parts":[1]}`:                     "parts[0]: must be an object in braces, not 1",
		`{"texts":["a"]}`:                   "texts: must be an object in braces, not a list",
		`{"real":"x"}`:                      "real: must be a number, not a text",
		`[]`:                                "must be an object in braces, not a list",
		`{"at":"yesterday"}`:                "at: ",
		`{"maybe":true}`:                    "maybe: must be a whole number, not true",
		`{"count":99999999999999999999999}`: "count: must be a whole number from",
	} {
		var v whole
		err := strict.Decode([]byte(text), &v)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gave %v, want %q", text, err, want)
		}
	}
}

func TestDecodeWhole(t *testing.T) {
	var v whole
	if err := strict.DecodeWhole([]byte(`{"kind":"k"}`), &v); err == nil || err.Error() != "text: the field is missing" {
		t.Errorf("a missing field gave %v", err)
	}
	if err := strict.DecodeWhole([]byte(`{"kind":"k","text":"t"}`), &v); err != nil {
		t.Error(err)
	}
}

// FuzzDecode: whatever the text, nothing panics, and what is accepted encoding/json reads alike.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"kind":"k","parts":[{"n":1}],"raw":{"a":1},"any":[null],"texts":{"a":"b"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want whole
		if strict.Decode(data, &got) != nil {
			return
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("%q was accepted, though %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q was read as %+v, want %+v", data, got, want)
		}
	})
}
