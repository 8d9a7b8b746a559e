// Package strict reads JSON the way people who write it by hand need it: a field that is unknown, given twice or of
// the wrong kind is refused by its place in the text, and so is anything after the end. encoding/json would ignore the
// first, keep the last of the second and let "SEATS" pass for "seats". Messages name kinds of JSON, never types of Go.
//
// Structs say what they expect by the same tags as for encoding/json; types with an UnmarshalJSON or UnmarshalText of
// their own are asked themselves.
package strict

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"sync"
)

// Decode reads exactly one JSON value. Fields that the text leaves out keep the values they have.
func Decode(data []byte, into any) error { return decode(data, into, false) }

// DecodeWhole is Decode for texts that must be complete: only fields whose tag says omitempty or omitzero may be left out.
func DecodeWhole(data []byte, into any) error { return decode(data, into, true) }

func decode(data []byte, into any, whole bool) error {
	d := decoder{json.NewDecoder(bytes.NewReader(data)), whole}
	d.UseNumber()
	if err := d.value(reflect.ValueOf(into).Elem(), ""); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("there is more text after the end")
	}
	return nil
}

type decoder struct {
	*json.Decoder
	whole bool
}

var (
	jsonType = reflect.TypeFor[json.Unmarshaler]()
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (d decoder) value(v reflect.Value, place string) error {
	p := v.Type()
	if v.Kind() != reflect.Pointer {
		p = reflect.PointerTo(p)
	}
	if p.Implements(jsonType) || p.Implements(textType) || v.Kind() == reflect.Interface {
		return d.foreign(v, place)
	}
	token, err := d.Token()
	if err != nil {
		return notJSON(place, err)
	}
	return d.fill(v, token, place)
}

// foreign reads a value that its own type understands, after a look for fields that are given twice.
func (d decoder) foreign(v reflect.Value, place string) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return notJSON(place, err)
	}
	if err := twice(raw, place); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, v.Addr().Interface()); err != nil {
		return at(place, "%v", err)
	}
	return nil
}

func (d decoder) fill(v reflect.Value, token json.Token, place string) error {
	if token == nil {
		switch v.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			v.SetZero()
			return nil
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.fill(v.Elem(), token, place)
	case reflect.Struct:
		return d.object(v, token, place)
	case reflect.Map:
		return d.dictionary(v, token, place)
	case reflect.Slice, reflect.Array:
		return d.list(v, token, place)
	case reflect.String:
		s, ok := token.(string)
		if !ok {
			return at(place, "must be a text, not %s", kind(token))
		}
		v.SetString(s)
	case reflect.Bool:
		b, ok := token.(bool)
		if !ok {
			return at(place, "must be true or false, not %s", kind(token))
		}
		v.SetBool(b)
	case reflect.Float32, reflect.Float64:
		n, ok := token.(json.Number)
		f, err := n.Float64()
		if !ok || err != nil {
			return at(place, "must be a number, not %s", kind(token))
		}
		v.SetFloat(f)
	default:
		return d.whole64(v, token, place)
	}
	return nil
}

// whole64 reads a whole number into a field of any size.
func (d decoder) whole64(v reflect.Value, token json.Token, place string) error {
	low, high := int64(0), uint64(math.MaxUint64)
	if v.CanInt() {
		low, high = math.MinInt64>>(64-v.Type().Bits()), math.MaxInt64>>(64-v.Type().Bits())
	} else if v.CanUint() {
		high >>= 64 - v.Type().Bits()
	} else {
		return at(place, "cannot be read: the program has no place for it")
	}
	n, ok := token.(json.Number)
	if ok && v.CanInt() {
		if i, err := n.Int64(); err == nil && !v.OverflowInt(i) {
			v.SetInt(i)
			return nil
		}
	}
	var u uint64
	if ok && v.CanUint() && json.Unmarshal([]byte(n), &u) == nil && !v.OverflowUint(u) {
		v.SetUint(u)
		return nil
	}
	if !ok {
		return at(place, "must be a whole number, not %s", kind(token))
	}
	return at(place, "must be a whole number from %d to %d, not %s", low, high, n)
}

func (d decoder) object(v reflect.Value, open json.Token, place string) error {
	if open != json.Delim('{') {
		return at(place, "must be an object in braces, not %s", kind(open))
	}
	form := formOf(v.Type())
	seen := map[string]bool{}
	for d.More() {
		name, err := d.key(seen, place)
		if err != nil {
			return err
		}
		index, ok := form.fields[name]
		if !ok {
			return at(join(place, name), "there is no such field here; there are: %s", strings.Join(form.names, ", "))
		}
		if err := d.value(v.FieldByIndex(index), join(place, name)); err != nil {
			return err
		}
	}
	if d.whole {
		for _, name := range form.needed {
			if !seen[name] {
				return at(join(place, name), "the field is missing")
			}
		}
	}
	return d.end(place)
}

// key reads the name of a field and refuses one that was there before.
func (d decoder) key(seen map[string]bool, place string) (string, error) {
	token, err := d.Token()
	if err != nil {
		return "", notJSON(place, err)
	}
	name := token.(string)
	if seen[name] {
		return "", at(join(place, name), "the field is given twice")
	}
	seen[name] = true
	return name, nil
}

// dictionary reads an object of free names.
func (d decoder) dictionary(v reflect.Value, open json.Token, place string) error {
	if open != json.Delim('{') {
		return at(place, "must be an object in braces, not %s", kind(open))
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.key(seen, place)
		if err != nil {
			return err
		}
		item := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(item, join(place, name)); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), item)
	}
	return d.end(place)
}

func (d decoder) list(v reflect.Value, open json.Token, place string) error {
	if open != json.Delim('[') {
		return at(place, "must be a list in brackets, not %s", kind(open))
	}
	fixed := v.Kind() == reflect.Array
	if !fixed {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	n := 0
	for ; d.More(); n++ {
		if fixed && n == v.Len() {
			return at(place, "must be a list of %d, not more", n)
		}
		if !fixed {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		}
		if err := d.value(v.Index(n), fmt.Sprintf("%s[%d]", place, n)); err != nil {
			return err
		}
	}
	if fixed && n < v.Len() {
		return at(place, "must be a list of %d, not of %d", v.Len(), n)
	}
	return d.end(place)
}

// end reads the closing bracket.
func (d decoder) end(place string) error {
	if _, err := d.Token(); err != nil {
		return notJSON(place, err)
	}
	return nil
}

// twice looks for fields that are given twice in a value that is known to be JSON.
func twice(raw []byte, place string) error {
	d := decoder{Decoder: json.NewDecoder(bytes.NewReader(raw))}
	d.UseNumber()
	return d.skip(place)
}

func (d decoder) skip(place string) error {
	token, err := d.Token()
	if err != nil {
		return notJSON(place, err)
	}
	switch token {
	case json.Delim('{'):
		for seen := map[string]bool{}; d.More(); {
			name, err := d.key(seen, place)
			if err != nil {
				return err
			}
			if err := d.skip(join(place, name)); err != nil {
				return err
			}
		}
		return d.end(place)
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			if err := d.skip(fmt.Sprintf("%s[%d]", place, i)); err != nil {
				return err
			}
		}
		return d.end(place)
	}
	return nil
}

// form is what a struct expects.
type form struct {
	fields map[string][]int
	names  []string // in their order
	needed []string
}

var forms sync.Map // by reflect.Type

func formOf(t reflect.Type) *form {
	if f, ok := forms.Load(t); ok {
		return f.(*form)
	}
	f := &form{fields: map[string][]int{}}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() || field.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		f.fields[name] = field.Index
		f.names = append(f.names, name)
		if !strings.Contains(options, "omit") {
			f.needed = append(f.needed, name)
		}
	}
	forms.Store(t, f)
	return f
}

// kind returns what a token is, in the words of JSON.
func kind(token json.Token) string {
	switch t := token.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case bool:
		return fmt.Sprint(t)
	case json.Number:
		return t.String()
	case json.Delim:
		if t == '[' {
			return "a list"
		}
	}
	return "an object"
}

func join(place, name string) string {
	if place == "" {
		return name
	}
	return place + "." + name
}

func at(place, format string, args ...any) error {
	if place != "" {
		format, args = "%s: "+format, append([]any{place}, args...)
	}
	return fmt.Errorf(format, args...)
}

func notJSON(place string, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return at(place, "not JSON: the text ends too early")
	}
	return at(place, "not JSON: %w", err)
}
