package server

import (
	"encoding/json"
	"reflect"
	"testing"

	"mirabilia/api"
)

// FuzzReadCommand compares the short way of reading a command with the strict decoder.
func FuzzReadCommand(f *testing.F) {
	usual, err := json.Marshal(api.Command{ID: "7", Type: api.CommandMove, Data: api.CommandData{Move: "build:walls"}})
	if err != nil {
		f.Fatal(err)
	}
	if !readMove(string(usual), &api.Command{}) {
		f.Errorf("%s is not read the short way", usual)
	}
	for _, text := range []string{
		string(usual), string(usual) + " ", string(usual) + "{}", string(usual[:len(usual)-1]), "", "{}", "null",
		`{"id":"7","type":"move","data":{"move":"a","move":"b"}}`, `{"id":"7","type":"move","data":{"move":"a"},"id":"8"}`,
		`{"id":"\u0037","type":"move","data":{"move":"a"}}`, `{"id":"7","type":"move","data":{"move":"á"}}`, `{"id":"7","type":"move","data":{"move":"` + "\xff" + `"}}`,
		`{"id":"7","type":"move","data":{"move":"a` + "\n" + `"}}`, `{"id":"","type":"","data":{"move":""}}`, `{"id":"7","type":"start","data":{"move":"a"}}`,
		`{"id":"7","type":"chat","data":{"text":"a"}}`, `{"type":"move","id":"7","data":{"move":"a"}}`, `{"id":"7","type":"move","data":{"move":"a\"}}`,
		`{"id":"7","type":"move","data":{"move":"` + "\x7f" + `"}}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, want api.Command
		short := readCommand([]byte(text), &got)
		strict := decode([]byte(text), &want)
		if (short == nil) != (strict == nil) || short == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v (%v), by the strict decoder as %+v (%v)", text, got, short, want, strict)
		}
	})
}
