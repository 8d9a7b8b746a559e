package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"mirabilia/game"
	"reflect"
	"strings"
)

// writer writes interfaces for struct types and all that they reach, each once.
type writer struct {
	out   bytes.Buffer
	docs  *comments
	queue []reflect.Type
	named map[string]reflect.Type
}

func newWriter(top string) *writer {
	return &writer{docs: &comments{top: top, texts: map[string]string{}, read: map[string]bool{}}, named: map[string]reflect.Type{}}
}

func (w *writer) write(roots []any) []byte {
	w.out.WriteString("// Written by web/typegen from the Go structs; change those and run \"make gen\".\n")
	for _, r := range roots {
		w.need(reflect.TypeOf(r))
	}
	for len(w.queue) > 0 {
		t := w.queue[0]
		w.queue = w.queue[1:]
		w.declare(t)
	}
	return w.out.Bytes()
}

// need makes sure that a struct type will be declared.
func (w *writer) need(t reflect.Type) string {
	switch w.named[t.Name()] {
	case t:
	case nil:
		w.named[t.Name()] = t
		w.queue = append(w.queue, t)
	default:
		panic(fmt.Sprintf("%s and %s would have the same name in TypeScript", t, w.named[t.Name()]))
	}
	return t.Name()
}

func (w *writer) declare(t reflect.Type) {
	w.out.WriteByte('\n')
	w.comment("", w.docs.of(t, ""))
	extends := ""
	for f := range t.Fields() {
		if f.Anonymous && f.Tag.Get("json") == "" {
			extends = " extends " + w.need(f.Type)
		}
	}
	fmt.Fprintf(&w.out, "export interface %s%s {\n", t.Name(), extends)
	for f := range t.Fields() {
		if !f.Anonymous {
			w.field(t, f)
		}
	}
	w.out.WriteString("}\n")
}

func (w *writer) field(t reflect.Type, f reflect.StructField) {
	tag, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
	if tag == "-" || !f.IsExported() {
		return
	}
	if tag == "" {
		tag = f.Name
	}
	typ, optional := f.Type, ""
	if strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero") {
		optional = "?"
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem() // absent rather than null
		}
	}
	w.comment("  ", w.docs.of(t, f.Name))
	fmt.Fprintf(&w.out, "  %s%s: %s;\n", tag, optional, w.typ(typ))
}

func (w *writer) comment(indent, text string) {
	if text != "" {
		fmt.Fprintf(&w.out, "%s/** %s */\n", indent, text)
	}
}

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	rawMessage    = reflect.TypeFor[json.RawMessage]()
)

// typ returns the TypeScript type for a Go type as encoding/json writes it.
func (w *writer) typ(t reflect.Type) string {
	if t == rawMessage {
		return "unknown"
	}
	if t == reflect.TypeFor[game.Seat]() {
		return "number | null" // nobody is null
	}
	if t.Implements(textMarshaler) {
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Interface:
		return "unknown"
	case reflect.Pointer:
		return w.typ(t.Elem()) + " | null"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Pointer {
			return w.typ(t.Elem().Elem()) + "[]" // a list has no holes; an array may
		}
		return w.typ(t.Elem()) + "[]"
	case reflect.Array:
		elem := w.typ(t.Elem())
		if strings.Contains(elem, " ") {
			elem = "(" + elem + ")"
		}
		return elem + "[]"
	case reflect.Map:
		return "Record<string, " + w.typ(t.Elem()) + ">"
	case reflect.Struct:
		return w.need(t)
	}
	return "number"
}
