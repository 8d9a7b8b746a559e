package jsondiff

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Apply returns old with a patch applied: the reference for clients in other languages, and for programs in Go. Members of the
// result are in alphabetical order.
func Apply(old, patch []byte) ([]byte, error) {
	v, err := Decode(old)
	if err != nil {
		return nil, err
	}
	if v, err = ApplyTo(v, patch); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// Decode reads JSON as ApplyTo wants it: its numbers stay as they are written.
func Decode(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// ApplyTo applies a patch to a decoded value, which it changes and returns; after an error the value may be changed in part. A program that keeps
// its view decoded needs no more.
func ApplyTo(v any, patch []byte) (any, error) {
	p, err := Decode(patch)
	if err != nil {
		return nil, err
	}
	members, ok := p.(map[string]any)
	if !ok {
		return nil, errors.New("a patch is an object")
	}
	return apply(v, members)
}

func apply(v any, patch map[string]any) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		for key, change := range patch {
			gone, err := applyMember(change, v[key], func(now any) { v[key] = now })
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			if gone {
				delete(v, key)
			}
		}
		return v, nil
	case []any:
		return applyList(v, patch)
	}
	return nil, fmt.Errorf("a patch changes an object or an array, not %v", v)
}

func applyList(v []any, patch map[string]any) (any, error) {
	if n, ok := patch["length"]; ok {
		list, ok := n.([]any)
		if !ok || len(list) != 1 {
			return nil, errors.New("a length is written as [n]")
		}
		text, _ := list[0].(json.Number)
		length, err := strconv.Atoi(text.String())
		if err != nil || length < 0 || length > len(v)+len(patch) {
			return nil, fmt.Errorf("a list cannot get the length %v", list[0])
		}
		for len(v) < length {
			v = append(v, nil)
		}
		v = v[:length]
	}
	for key, change := range patch {
		if key == "length" {
			continue
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			return nil, fmt.Errorf("a list of %d has no member %q", len(v), key)
		}
		if gone, err := applyMember(change, v[i], func(now any) { v[i] = now }); err != nil || gone {
			return nil, errors.Join(err, fmt.Errorf("member %d of a list", i))
		}
	}
	return v, nil
}

// applyMember sets what a member is now, or says that it is gone.
func applyMember(change, was any, set func(any)) (gone bool, err error) {
	switch c := change.(type) {
	case []any:
		if len(c) != 1 {
			return false, errors.New("a new value is written as [v]")
		}
		set(c[0])
		return false, nil
	case map[string]any:
		now, err := apply(was, c)
		if err == nil {
			set(now)
		}
		return false, err
	case json.Number:
		if c == "0" {
			return true, nil
		}
	}
	return false, fmt.Errorf("a change is an object, a list of one, or 0, not %v", change)
}
