package dice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// readStrict fills a struct from JSON the way a person correcting a file by hand needs it: a field that
// is unknown, missing, written twice or of the wrong kind is refused by its place in the file. A field is
// optional if its tag says omitempty.
func readStrict(data []byte, into any) error {
	r := strictReader{json.NewDecoder(bytes.NewReader(data))}
	r.d.UseNumber()
	if err := r.fill(reflect.ValueOf(into).Elem(), ""); err != nil {
		return err
	}
	if _, err := r.d.Token(); err != io.EOF {
		return fmt.Errorf("there is more text after the end of the sheet")
	}
	return nil
}

type strictReader struct{ d *json.Decoder }

func (r strictReader) fill(v reflect.Value, place string) error {
	if v.Kind() == reflect.Pointer { // an optional number that may be 0
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	tok, err := r.d.Token()
	if err != nil {
		return fmt.Errorf("%s: not JSON: %v", orTop(place), err)
	}
	switch v.Kind() {
	case reflect.Struct:
		return r.object(v, place, tok)
	case reflect.Slice:
		return r.list(v, place, tok)
	case reflect.Map:
		return r.texts(v, place, tok)
	case reflect.String:
		s, ok := tok.(string)
		if !ok {
			return fmt.Errorf("%s: must be a text, not %v", place, tok)
		}
		v.SetString(s)
	case reflect.Bool:
		b, ok := tok.(bool)
		if !ok {
			return fmt.Errorf("%s: must be true or false, not %v", place, tok)
		}
		v.SetBool(b)
	case reflect.Int:
		n, ok := tok.(json.Number)
		i, err := n.Int64()
		if !ok || err != nil || i < 0 || i > 1000 {
			return fmt.Errorf("%s: must be a whole number from 0 to 1000, not %v", place, tok)
		}
		v.SetInt(i)
	}
	return nil
}

func (r strictReader) object(v reflect.Value, place string, open json.Token) error {
	if open != json.Delim('{') {
		return fmt.Errorf("%s: must be an object in braces, not %v", orTop(place), open)
	}
	fields, needed := fieldsOf(v.Type())
	var seen []string
	for r.d.More() {
		key, err := r.d.Token()
		if err != nil {
			return fmt.Errorf("%s: not JSON: %v", orTop(place), err)
		}
		name := key.(string)
		i, ok := fields[name]
		if !ok {
			return fmt.Errorf("%s: there is no such field here", join(place, name))
		}
		if slices.Contains(seen, name) {
			return fmt.Errorf("%s: the field is written twice", join(place, name))
		}
		seen = append(seen, name)
		if err := r.fill(v.Field(i), join(place, name)); err != nil {
			return err
		}
	}
	for _, name := range needed {
		if !slices.Contains(seen, name) {
			return fmt.Errorf("%s: the field is missing", join(place, name))
		}
	}
	return r.end(place)
}

func (r strictReader) list(v reflect.Value, place string, open json.Token) error {
	if open != json.Delim('[') {
		return fmt.Errorf("%s: must be a list in brackets, not %v", orTop(place), open)
	}
	for i := 0; r.d.More(); i++ {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		if err := r.fill(v.Index(i), fmt.Sprintf("%s[%d]", place, i)); err != nil {
			return err
		}
	}
	return r.end(place)
}

// texts reads an object of free keys with texts.
func (r strictReader) texts(v reflect.Value, place string, open json.Token) error {
	if open != json.Delim('{') {
		return fmt.Errorf("%s: must be an object in braces, not %v", orTop(place), open)
	}
	all := map[string]string{}
	for r.d.More() {
		key, err := r.d.Token()
		if err != nil {
			return fmt.Errorf("%s: not JSON: %v", orTop(place), err)
		}
		var text string
		if err := r.fill(reflect.ValueOf(&text).Elem(), join(place, key.(string))); err != nil {
			return err
		}
		all[key.(string)] = text
	}
	v.Set(reflect.ValueOf(all))
	return r.end(place)
}

// end reads the closing bracket.
func (r strictReader) end(place string) error {
	if _, err := r.d.Token(); err != nil {
		return fmt.Errorf("%s: not JSON: %v", orTop(place), err)
	}
	return nil
}

// fieldsOf are the JSON names of a struct's fields, and those of them that must be there.
func fieldsOf(t reflect.Type) (index map[string]int, needed []string) {
	index = map[string]int{}
	for i := range t.NumField() {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		index[name] = i
		if rest != "omitempty" {
			needed = append(needed, name)
		}
	}
	return index, needed
}

func join(place, name string) string {
	if place == "" {
		return name
	}
	return place + "." + name
}

func orTop(place string) string {
	if place == "" {
		return "the sheet"
	}
	return place
}
