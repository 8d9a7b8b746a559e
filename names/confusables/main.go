// Command confusables writes names/confusables.txt, the characters of names that are taken for others, from Unicode's confusables.txt (UTS #39):
//
//	go run ./names/confusables PATH/TO/confusables.txt > names/confusables.txt
//
// It leaves out what names.Fold makes alike already, and what no name may contain.
package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mirabilia/names"
)

// Small capitals, of which Unicode lists some only, are taken for the letters.
const smallCapitals, letters = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: confusables PATH/TO/confusables.txt")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var version string
	// classes are the characters that are taken for each other, by what Unicode writes for them.
	classes := map[string][]rune{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		if v, ok := strings.CutPrefix(line, "# Version: "); ok {
			version = v
		}
		fields := strings.Split(line, ";")
		if strings.HasPrefix(line, "#") || len(fields) < 3 {
			continue
		}
		from, err := decode(fields[0])
		if err != nil {
			return err
		}
		to, err := decode(fields[1])
		if err != nil {
			return err
		}
		if len(from) == 1 {
			classes[string(to)] = append(classes[string(to)], from[0])
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	capitals := map[rune]string{}
	for i, r := range []rune(smallCapitals) {
		capitals[r] = names.Fold(letters[i : i+1])
	}
	same := maps.Clone(capitals)
	for _, to := range slices.Sorted(maps.Keys(classes)) {
		class := classes[to]
		as := stands([]rune(to), class, capitals)
		for _, r := range append(class, []rune(to)...) {
			// The characters of a sequence are not taken for the sequence.
			if single := len([]rune(to)) == 1 || slices.Contains(class, r); single && same[r] == "" {
				same[r] = as
			}
		}
	}
	list := make([]rune, 0, len(same))
	for r := range same {
		same[r] = settled(same[r], same)
	}
	for r, as := range same {
		was := names.Fold(string(r))
		switch {
		case was == as, ascii(was), !unicode.IsPrint(r), unicode.Is(unicode.M, r), norm.NFKD.String(string(r)) != string(r):
		default:
			list = append(list, r)
		}
	}
	slices.Sort(list)
	fmt.Printf("# Characters that are taken for others, made by names/confusables from confusables.txt of Unicode %s (UTS #39).\n# Copyright 1991-2024 Unicode, Inc. Used under the Unicode License V3, see NOTICE.\n", version)
	for _, r := range list {
		fmt.Printf("%c %s\n", r, same[r])
	}
	return nil
}

// stands returns how a class is written: as the first of its characters that is a plain letter or digit, or else as Unicode writes it.
func stands(to, class []rune, capitals map[rune]string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(string(to)) {
		if as, ok := capitals[r]; ok {
			b.WriteString(as)
		} else {
			b.WriteString(names.Fold(string(r)))
		}
	}
	if len(to) == 1 && !ascii(b.String()) {
		for _, r := range class {
			if as := capitals[r]; as != "" {
				return as
			}
			if as := names.Fold(string(r)); ascii(as) {
				return as
			}
		}
	}
	return b.String()
}

// settled follows what the characters of a text are taken for in their turn.
func settled(text string, same map[rune]string) string {
	for range 9 {
		var b strings.Builder
		for _, r := range text {
			if as, ok := same[r]; ok && !ascii(names.Fold(string(r))) {
				b.WriteString(as)
			} else {
				b.WriteString(names.Fold(string(r)))
			}
		}
		if b.String() == text {
			break
		}
		text = b.String()
	}
	return text
}

// ascii reports whether a folded text is of plain letters and digits, of which there is at least one.
func ascii(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// decode reads code points in hex.
func decode(field string) (list []rune, err error) {
	for _, hex := range strings.Fields(field) {
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			return nil, err
		}
		list = append(list, rune(n))
	}
	return list, nil
}
