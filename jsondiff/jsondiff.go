// Package jsondiff encodes plain structs as JSON, and as the difference to an earlier value of the same type. Views of games
// change little from move to move, and most of a server's time would go into encoding all of them again.
//
// A difference (patch) is an object with a member for each member that changed:
//
//   - an object is the patch of the member, which was and is an object or an array; an array is patched by its indices as
//     keys ("0", "1", …), and if its length changed, "length" is the new one, as [n];
//   - a list of one element, [v], says that the member is v now;
//   - the number 0 says that the member is gone.
//
// Types are analysed once: what runs for each value is a tree of codecs without reflection.
package jsondiff

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// Append appends v as JSON, byte for byte as json.Marshal writes it. Like json.Marshal it fails on values that JSON has no form for.
func Append(dst []byte, v any) []byte {
	c, p := open(v)
	if c == nil {
		return append(dst, "null"...)
	}
	return c.append(dst, p)
}

// Diff appends the patch that turns old into new, which are of one type: structs, or pointers to structs that are not nil. It is
// "{}" if nothing changed.
func Diff(dst []byte, old, new any) []byte {
	a, from := open(old)
	b, to := open(new)
	if a == nil || a != b {
		panic(fmt.Sprintf("jsondiff: %T and %T differ in type", old, new))
	}
	for {
		pc, ok := a.(*pointerCodec)
		if !ok {
			break
		}
		a, from, to = *pc.of, *(*unsafe.Pointer)(from), *(*unsafe.Pointer)(to)
	}
	if _, ok := a.(*structCodec); !ok {
		panic(fmt.Sprintf("jsondiff: a patch is of structs, not of %T", old))
	}
	start := len(dst)
	dst, changed := a.diff(dst, from, to)
	if !changed {
		return append(dst[:start], "{}"...)
	}
	return dst
}

// open returns the codec of a value and where the value is.
func open(v any) (codec, unsafe.Pointer) {
	if v == nil {
		return nil, nil
	}
	t := reflect.TypeOf(v)
	c := codecOf(t)
	if pc, ok := c.(*pointerCodec); ok {
		if p := reflect.ValueOf(v).UnsafePointer(); p != nil {
			return *pc.of, p
		}
	} else if t.Kind() == reflect.Struct && t.Size() > unsafe.Sizeof(uintptr(0)) {
		// An interface holds a pointer to its copy of such a struct. Nothing is written through it.
		return c, (*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1]
	}
	box := reflect.New(t)
	box.Elem().Set(reflect.ValueOf(v))
	return c, box.UnsafePointer()
}

// codec encodes the values of one type. Pointers given to it point to such a value.
type codec interface {
	append(dst []byte, p unsafe.Pointer) []byte
	// diff appends the member of a patch: an object, or [v]. If nothing changed it appends nothing that
	// counts: the caller cuts it off.
	diff(dst []byte, a, b unsafe.Pointer) (out []byte, changed bool)
	// empty reports whether omitempty leaves the value out.
	empty(p unsafe.Pointer) bool
}

// leaf is a codec of values that are compared faster than they are written: most members of a view stay as they are.
type leaf interface {
	codec
	same(a, b unsafe.Pointer) bool
}

// identical reports whether two values are the same in memory, so that they need not be compared member by member: most members of a view
// stay as they are, and their texts are constants. Values are not changed once they are here, so the same pointer means the same value.
func identical(a, b unsafe.Pointer, size uintptr) bool {
	return a == b || unsafe.String((*byte)(a), size) == unsafe.String((*byte)(b), size)
}

// replace appends [v].
func replace(c codec, dst []byte, p unsafe.Pointer) []byte {
	return append(c.append(append(dst, '['), p), ']')
}

var codecs sync.Map // reflect.Type → codec

// codecOf analyses a type, once.
func codecOf(t reflect.Type) codec {
	if c, ok := codecs.Load(t); ok {
		return c.(codec)
	}
	c := analyse(t, map[reflect.Type]*codec{})
	kept, _ := codecs.LoadOrStore(t, c)
	return kept.(codec)
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	rawMessage    = reflect.TypeFor[json.RawMessage]()
	text          = reflect.TypeFor[string]()
	appender      = reflect.TypeFor[Appender]()
)

// analyse builds the codec of a type. pending are the types being built, for those that contain themselves.
func analyse(t reflect.Type, pending map[reflect.Type]*codec) codec {
	switch {
	case t == rawMessage:
		return rawCodec{}
	case t.Implements(appender) && t.Kind() == reflect.Uint8:
		return appenderCodec{t}
	case t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) || t.Implements(textMarshaler) || reflect.PointerTo(t).Implements(textMarshaler):
		return otherCodec{t}
	}
	switch t.Kind() {
	case reflect.Bool:
		return boolCodec{}
	case reflect.Int:
		return intCodec[int]{}
	case reflect.Int8:
		return intCodec[int8]{}
	case reflect.Int16:
		return intCodec[int16]{}
	case reflect.Int32:
		return intCodec[int32]{}
	case reflect.Int64:
		return intCodec[int64]{}
	case reflect.Uint8:
		return intCodec[uint8]{}
	case reflect.Uint16:
		return intCodec[uint16]{}
	case reflect.Uint32:
		return intCodec[uint32]{}
	case reflect.String:
		return stringCodec{}
	}
	if c := pending[t]; c != nil {
		return laterCodec{c}
	}
	here := new(codec)
	pending[t] = here
	defer delete(pending, t)
	switch t.Kind() {
	case reflect.Pointer:
		*here = &pointerCodec{of: inner(t.Elem(), pending)}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			*here = otherCodec{t} // base64
			break
		}
		*here = &sliceCodec{of: inner(t.Elem(), pending), size: t.Elem().Size()}
	case reflect.Array:
		*here = &arrayCodec{of: inner(t.Elem(), pending), size: t.Elem().Size(), n: t.Len()}
	case reflect.Struct:
		s := &structCodec{size: t.Size()}
		*here = s
		if !s.addFields(t, 0, pending) {
			*here = otherCodec{t}
		}
	case reflect.Interface:
		*here = interfaceCodec{t}
	case reflect.Map:
		if t.Key() == text && t.Elem() == text {
			*here = textsCodec{}
			break
		}
		*here = otherCodec{t}
	default:
		*here = otherCodec{t}
	}
	return *here
}

func inner(t reflect.Type, pending map[reflect.Type]*codec) *codec {
	c := analyse(t, pending)
	return &c
}

// laterCodec is the codec of a recursive type.
type laterCodec struct{ of *codec }

func (c laterCodec) append(dst []byte, p unsafe.Pointer) []byte { return (*c.of).append(dst, p) }
func (c laterCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return (*c.of).diff(dst, a, b)
}
func (c laterCodec) empty(p unsafe.Pointer) bool { return (*c.of).empty(p) }

type structCodec struct {
	fields []field
	size   uintptr
}

type field struct {
	// key is the name as it is written: `"name":`.
	key          string
	offset, size uintptr
	of           codec
	omitEmpty    bool
	// leaf is of, if that is one.
	leaf leaf
}

// unchanged reports whether both structs surely have the same in a field. The words of most fields are compared without a call.
func (f *field) unchanged(a, b unsafe.Pointer) bool {
	a, b = unsafe.Add(a, f.offset), unsafe.Add(b, f.offset)
	switch f.size {
	case 1:
		return *(*uint8)(a) == *(*uint8)(b)
	case 8:
		return *(*uint64)(a) == *(*uint64)(b)
	case 16:
		if *(*[2]uint64)(a) == *(*[2]uint64)(b) {
			return true
		}
	case 24:
		return *(*[3]uint64)(a) == *(*[3]uint64)(b)
	default:
		if identical(a, b, f.size) {
			return true
		}
	}
	return f.leaf != nil && f.leaf.same(a, b)
}

// addFields lists the fields of a struct in their order, those of embedded structs in place. It is false if the struct
// needs more of encoding/json than this package knows.
func (c *structCodec) addFields(t reflect.Type, offset uintptr, pending map[reflect.Type]*codec) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-":
			continue
		case f.Anonymous && name == "":
			if f.Type.Kind() != reflect.Struct || !c.addFields(f.Type, offset+f.Offset, pending) {
				return false
			}
			continue
		case !f.IsExported():
			continue
		case options != "" && options != "omitempty":
			return false
		}
		if name == "" {
			name = f.Name
		}
		of := analyse(f.Type, pending)
		simple, _ := of.(leaf)
		c.fields = append(c.fields, field{string(appendString(nil, name)) + ":", offset + f.Offset, f.Type.Size(), of, options != "", simple})
	}
	// A name that two fields have is hidden or decided by depth: encoding/json knows how.
	seen := map[string]bool{}
	for _, f := range c.fields {
		if seen[f.key] {
			return false
		}
		seen[f.key] = true
	}
	return true
}

func (f *field) left(p unsafe.Pointer) bool {
	return f.omitEmpty && f.of.empty(unsafe.Add(p, f.offset))
}

func (c *structCodec) append(dst []byte, p unsafe.Pointer) []byte {
	dst = append(dst, '{')
	first := true
	for i := range c.fields {
		f := &c.fields[i]
		if f.left(p) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = f.of.append(append(dst, f.key...), unsafe.Add(p, f.offset))
	}
	return append(dst, '}')
}

func (c *structCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	if identical(a, b, c.size) {
		return dst, false
	}
	start := len(dst)
	dst = append(dst, '{')
	any := false
	for i := range c.fields {
		f := &c.fields[i]
		if f.unchanged(a, b) {
			continue
		}
		was, is := !f.left(a), !f.left(b)
		if !was && !is {
			continue
		}
		mark := len(dst)
		if any {
			dst = append(dst, ',')
		}
		dst = append(dst, f.key...)
		changed := true
		switch {
		case !is:
			dst = append(dst, '0')
		case !was:
			dst = replace(f.of, dst, unsafe.Add(b, f.offset))
		default:
			dst, changed = f.of.diff(dst, unsafe.Add(a, f.offset), unsafe.Add(b, f.offset))
		}
		if !changed {
			dst = dst[:mark]
			continue
		}
		any = true
	}
	if !any {
		return dst[:start], false
	}
	return append(dst, '}'), true
}

func (c *structCodec) empty(unsafe.Pointer) bool { return false }

type pointerCodec struct{ of *codec }

func (c *pointerCodec) append(dst []byte, p unsafe.Pointer) []byte {
	if to := *(*unsafe.Pointer)(p); to != nil {
		return (*c.of).append(dst, to)
	}
	return append(dst, "null"...)
}

func (c *pointerCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	from, to := *(*unsafe.Pointer)(a), *(*unsafe.Pointer)(b)
	switch {
	case from == to:
		return dst, false
	case from == nil || to == nil:
		return replace(c, dst, b), true
	}
	return (*c.of).diff(dst, from, to)
}

func (c *pointerCodec) empty(p unsafe.Pointer) bool { return *(*unsafe.Pointer)(p) == nil }

type sliceCodec struct {
	of   *codec
	size uintptr
}

func (c *sliceCodec) head(p unsafe.Pointer) (first unsafe.Pointer, n int) {
	s := *(*[]struct{})(p) // the length of any slice is where this one's is
	return *(*unsafe.Pointer)(p), len(s)
}

func (c *sliceCodec) append(dst []byte, p unsafe.Pointer) []byte {
	first, n := c.head(p)
	if first == nil {
		return append(dst, "null"...)
	}
	dst, _ = appendList(dst, *c.of, first, n, c.size, math.MaxInt)
	return dst
}

func (c *sliceCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	from, was := c.head(a)
	to, is := c.head(b)
	if (from == nil) != (to == nil) {
		return replace(c, dst, b), true
	}
	if was == is && identical(from, to, uintptr(is)*c.size) {
		return dst, false
	}
	start := len(dst)
	dst, changes := diffLists(dst, *c.of, from, was, to, is, c.size)
	if n := len(dst) - start; n > leastCompared && 2*changes >= is {
		// Where most of a list moved, the list itself may be shorter.
		mark := len(dst)
		dst = append(dst, '[')
		if dst, whole := appendList(dst, *c.of, to, is, c.size, n); whole && len(dst)-mark+1 < n {
			return append(append(dst[:start], dst[mark:]...), ']'), true
		}
		dst = dst[:mark]
	}
	return dst, changes > 0
}

// leastCompared is how long the patch of a list must be to be compared with the list itself.
const leastCompared = 24

func (c *sliceCodec) empty(p unsafe.Pointer) bool {
	_, n := c.head(p)
	return n == 0
}

type arrayCodec struct {
	of   *codec
	size uintptr
	n    int
}

func (c *arrayCodec) append(dst []byte, p unsafe.Pointer) []byte {
	dst, _ = appendList(dst, *c.of, p, c.n, c.size, math.MaxInt)
	return dst
}

func (c *arrayCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	if identical(a, b, uintptr(c.n)*c.size) {
		return dst, false
	}
	dst, changes := diffLists(dst, *c.of, a, c.n, b, c.n, c.size)
	return dst, changes > 0
}

func (c *arrayCodec) empty(unsafe.Pointer) bool { return c.n == 0 }

// appendList appends a list. It gives up, and returns false, when that takes more than most bytes.
func appendList(dst []byte, of codec, first unsafe.Pointer, n int, size uintptr, most int) ([]byte, bool) {
	start := len(dst)
	dst = append(dst, '[')
	for i := range n {
		if len(dst)-start > most {
			return dst, false
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = of.append(dst, unsafe.Add(first, uintptr(i)*size))
	}
	return append(dst, ']'), true
}

// diffLists appends the patch of a list and returns how many changes it has.
func diffLists(dst []byte, of codec, from unsafe.Pointer, was int, to unsafe.Pointer, is int, size uintptr) (out []byte, changes int) {
	start := len(dst)
	dst = append(dst, '{')
	simple, _ := of.(leaf)
	for i := range is {
		if simple != nil && i < was && simple.same(unsafe.Add(from, uintptr(i)*size), unsafe.Add(to, uintptr(i)*size)) {
			continue
		}
		mark := len(dst)
		if changes > 0 {
			dst = append(dst, ',')
		}
		dst = append(strconv.AppendInt(append(dst, '"'), int64(i), 10), `":`...)
		changed := true
		if i < was {
			dst, changed = of.diff(dst, unsafe.Add(from, uintptr(i)*size), unsafe.Add(to, uintptr(i)*size))
		} else {
			dst = replace(of, dst, unsafe.Add(to, uintptr(i)*size))
		}
		if !changed {
			dst = dst[:mark]
			continue
		}
		changes++
	}
	if was != is {
		if changes > 0 {
			dst = append(dst, ',')
		}
		changes++
		dst = append(strconv.AppendInt(append(dst, `"length":[`...), int64(is), 10), ']')
	}
	if changes == 0 {
		return dst[:start], 0
	}
	return append(dst, '}'), changes
}

// interfaceCodec looks at the type inside each time. Its patches are always whole values: the type may change.
type interfaceCodec struct{ t reflect.Type }

func (c interfaceCodec) value(p unsafe.Pointer) any {
	v := reflect.NewAt(c.t, p).Elem()
	if v.IsNil() {
		return nil
	}
	return v.Elem().Interface()
}

func (c interfaceCodec) append(dst []byte, p unsafe.Pointer) []byte { return Append(dst, c.value(p)) }
func (c interfaceCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffByText(c, dst, a, b)
}
func (c interfaceCodec) empty(p unsafe.Pointer) bool { return c.value(p) == nil }

// Appender is implemented by small numbers with a form of their own in JSON, beside json.Marshaler, of which it is a faster twin.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

type appenderCodec struct{ t reflect.Type }

func (c appenderCodec) append(dst []byte, p unsafe.Pointer) []byte {
	return reflect.NewAt(c.t, p).Elem().Interface().(Appender).AppendJSON(dst)
}

func (appenderCodec) same(a, b unsafe.Pointer) bool { return *(*uint8)(a) == *(*uint8)(b) }
func (c appenderCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffLeaf(c, dst, a, b)
}
func (appenderCodec) empty(p unsafe.Pointer) bool { return *(*uint8)(p) == 0 }

// textsCodec encodes maps from strings to strings, in the order of their keys.
type textsCodec struct{}

func (textsCodec) append(dst []byte, p unsafe.Pointer) []byte {
	m := *(*map[string]string)(p)
	if m == nil {
		return append(dst, "null"...)
	}
	keys := make([]string, 0, 8)
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	dst = append(dst, '{')
	for i, key := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(appendString(dst, key), ':'), m[key])
	}
	return append(dst, '}')
}

func (c textsCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffByText(c, dst, a, b)
}
func (textsCodec) empty(p unsafe.Pointer) bool { return len(*(*map[string]string)(p)) == 0 }

// otherCodec leaves a type to encoding/json.
type otherCodec struct{ t reflect.Type }

func (c otherCodec) append(dst []byte, p unsafe.Pointer) []byte {
	data, err := json.Marshal(reflect.NewAt(c.t, p).Interface())
	if err != nil {
		panic(err) // plain structs always encode
	}
	return append(dst, data...)
}

func (c otherCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffByText(c, dst, a, b)
}

func (c otherCodec) empty(p unsafe.Pointer) bool {
	v := reflect.NewAt(c.t, p).Elem()
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.Array, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func diffLeaf(c leaf, dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	if c.same(a, b) {
		return dst, false
	}
	return replace(c, dst, b), true
}

func diffByText(c codec, dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	is := replace(c, nil, b)
	return append(dst, is...), string(replace(c, nil, a)) != string(is)
}

// rawCodec takes JSON as it is.
type rawCodec struct{}

func (rawCodec) append(dst []byte, p unsafe.Pointer) []byte {
	if raw := *(*json.RawMessage)(p); raw != nil {
		return append(dst, raw...)
	}
	return append(dst, "null"...)
}

func (c rawCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffByText(c, dst, a, b)
}
func (rawCodec) empty(p unsafe.Pointer) bool { return len(*(*json.RawMessage)(p)) == 0 }

type boolCodec struct{}

func (boolCodec) append(dst []byte, p unsafe.Pointer) []byte {
	return strconv.AppendBool(dst, *(*bool)(p))
}

func (boolCodec) same(a, b unsafe.Pointer) bool { return *(*bool)(a) == *(*bool)(b) }
func (c boolCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffLeaf(c, dst, a, b)
}
func (boolCodec) empty(p unsafe.Pointer) bool { return !*(*bool)(p) }

type intCodec[T int | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32] struct{}

func (intCodec[T]) append(dst []byte, p unsafe.Pointer) []byte {
	return strconv.AppendInt(dst, int64(*(*T)(p)), 10)
}

func (intCodec[T]) same(a, b unsafe.Pointer) bool { return *(*T)(a) == *(*T)(b) }
func (c intCodec[T]) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffLeaf(c, dst, a, b)
}
func (intCodec[T]) empty(p unsafe.Pointer) bool { return *(*T)(p) == 0 }

type stringCodec struct{}

func (stringCodec) append(dst []byte, p unsafe.Pointer) []byte {
	return appendString(dst, *(*string)(p))
}

func (stringCodec) same(a, b unsafe.Pointer) bool { return *(*string)(a) == *(*string)(b) }
func (c stringCodec) diff(dst []byte, a, b unsafe.Pointer) ([]byte, bool) {
	return diffLeaf(c, dst, a, b)
}
func (stringCodec) empty(p unsafe.Pointer) bool { return *(*string)(p) == "" }

// appendString writes ids and the like itself and leaves all that needs escaping to encoding/json.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			data, _ := json.Marshal(s) // a string always encodes
			return append(dst, data...)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}
