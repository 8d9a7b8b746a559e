// Command typegen writes the TypeScript types of everything the server sends to the page: the API's own
// structs and each game's view. Run it by "make gen"; a test fails when the written file is stale.
package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"unicode"

	"mirabilia/games"
	"mirabilia/server"
)

// target is the generated file, from the top of the repository.
const target = "web/src/gen/types.ts"

func main() {
	if err := os.WriteFile(target, Generate(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "typegen:", err)
		os.Exit(1)
	}
}

// Generate is the content of the generated file.
func Generate() []byte {
	g := generator{done: map[reflect.Type]bool{}}
	g.out.WriteString("// Written by web/typegen from the Go structs; change those and run \"make gen\".\n")
	for _, t := range server.WireTypes {
		g.need(reflect.TypeOf(t))
	}
	for _, e := range games.All {
		g.need(reflect.TypeOf(e.Info().View))
	}
	for len(g.queue) > 0 {
		t := g.queue[0]
		g.queue = g.queue[1:]
		g.declare(t)
	}
	return g.out.Bytes()
}

type generator struct {
	out   bytes.Buffer
	queue []reflect.Type
	done  map[reflect.Type]bool
}

// need makes sure that a struct type will be declared, once.
func (g *generator) need(t reflect.Type) {
	if !g.done[t] {
		g.done[t] = true
		g.queue = append(g.queue, t)
	}
}

// name of a struct type: its package in front, so that every game can have a View.
func name(t reflect.Type) string {
	pkg := t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:]
	prefix := string(unicode.ToUpper(rune(pkg[0]))) + pkg[1:]
	return prefix + t.Name()
}

func (g *generator) declare(t reflect.Type) {
	fmt.Fprintf(&g.out, "\nexport interface %s {\n", name(t))
	g.fields(t)
	g.out.WriteString("}\n")
}

func (g *generator) fields(t reflect.Type) {
	for f := range t.Fields() {
		tag, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "-" || !f.IsExported() {
			continue
		}
		if f.Anonymous && tag == "" {
			g.fields(f.Type)
			continue
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
		fmt.Fprintf(&g.out, "  %s%s: %s;\n", tag, optional, g.typ(typ))
	}
}

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	rawMessage    = reflect.TypeFor[json.RawMessage]()
)

// typ is the TypeScript type for a Go type as encoding/json writes it.
func (g *generator) typ(t reflect.Type) string {
	if t == rawMessage {
		return "unknown"
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
		return g.typ(t.Elem()) + " | null"
	case reflect.Slice, reflect.Array:
		elem := g.typ(t.Elem())
		if strings.Contains(elem, " ") {
			elem = "(" + elem + ")"
		}
		return elem + "[]"
	case reflect.Map:
		return "Record<string, " + g.typ(t.Elem()) + ">"
	case reflect.Struct:
		g.need(t)
		return name(t)
	}
	return "number"
}
