package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Option is one choice made before a game is dealt. Its texts are in the locales under
// "<game>.option.<key>" and "<game>.option.<key>.<value>".
type Option struct {
	Key string `json:"key"`
	// Default is the value taken when none is given.
	Default string `json:"default"`
	// Values are the allowed ones; empty means free text that the game itself checks.
	Values []string `json:"values,omitempty"`
}

// Options are choices by key.
type Options map[string]string

// UnmarshalJSON reads options whose values are texts, numbers or truths; {"pantheon": true} is {"pantheon": "true"}.
func (o *Options) UnmarshalJSON(data []byte) error {
	var raw map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&raw); err != nil {
		return fmt.Errorf("options are an object of names and values")
	}
	read := Options{}
	for k, v := range raw {
		switch v.(type) {
		case string, json.Number, bool:
			read[k] = fmt.Sprint(v)
		default:
			return fmt.Errorf("option %s must be a text, a number, true or false", k)
		}
	}
	*o = read
	return nil
}

// ParseOptions reads "key=value" pairs, as command lines give them.
func ParseOptions(pairs []string) (Options, error) {
	o := Options{}
	for _, p := range pairs {
		k, v, ok := strings.Cut(p, "=")
		if !ok || k == "" {
			return nil, Refuse(Invalid, "bad_option", "an option is given as key=value, not %q", p)
		}
		o[k] = v
	}
	return o, nil
}

// String returns the options as "key=value" pairs in the order of their keys.
func (o Options) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(o)) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(k + "=" + o[k])
	}
	return b.String()
}

// Fill checks the options against what a game allows and adds the defaults.
func (o Options) Fill(allowed []Option) (Options, error) {
	full := Options{}
	for _, a := range allowed {
		full[a.Key] = a.Default
	}
	for k, v := range o {
		i := slices.IndexFunc(allowed, func(a Option) bool { return a.Key == k })
		if i < 0 {
			return nil, Refuse(Invalid, "bad_option", "there is no option %q; there are: %s", k, strings.Join(optionKeys(allowed), ", "))
		}
		if strings.ContainsAny(v, " \t\r\n") {
			return nil, Refuse(Invalid, "bad_option", "the value of option %s may not hold spaces: %q", k, v)
		}
		if a := allowed[i]; len(a.Values) > 0 && !slices.Contains(a.Values, v) {
			return nil, Refuse(Invalid, "bad_option", "option %s is %s, not %q", k, strings.Join(a.Values, " or "), v)
		}
		full[k] = v
	}
	return full, nil
}

func optionKeys(list []Option) []string {
	keys := make([]string, len(list))
	for i, o := range list {
		keys[i] = o.Key
	}
	return keys
}
