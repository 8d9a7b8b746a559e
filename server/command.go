package server

import (
	"strings"

	"mirabilia/api"
)

// readCommand reads a command. Nearly all are moves, which clients write in one way; these are read without the strict decoder, which takes
// twenty times as long. Whatever looks different in the least is left to that one.
func readCommand(data []byte, c *api.Command) error {
	if readMove(string(data), c) {
		return nil
	}
	*c = api.Command{}
	return decode(data, c)
}

// readMove reads {"id":"…","type":"…","data":{"move":"…"}}.
func readMove(text string, c *api.Command) (ok bool) {
	for _, part := range []struct {
		before string
		into   *string
	}{{`{"id":"`, &c.ID}, {`,"type":"`, &c.Type}, {`,"data":{"move":"`, &c.Data.Move}} {
		if text, ok = strings.CutPrefix(text, part.before); !ok {
			return false
		}
		if *part.into, text, ok = plainText(text); !ok {
			return false
		}
	}
	return text == "}}"
}

// plainText reads up to the closing quotation mark. It does not read what is escaped, or must be, or is not ASCII.
func plainText(text string) (value, rest string, ok bool) {
	for i := range len(text) {
		switch b := text[i]; {
		case b == '"':
			return text[:i], text[i+1:], true
		case b < ' ' || b == '\\' || b >= 0x7f:
			return "", "", false
		}
	}
	return "", "", false
}
