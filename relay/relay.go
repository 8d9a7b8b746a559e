// Package relay carries what the nodes of a cluster tell each other: the entries appended to a table, the people at it, and the
// nodes' own signs of life. The journal decides what is true. A message that is lost costs time and nothing else.
//
// relay/local connects nodes of one process, relay/nats those of many; relay/relaytest is the suite that both pass.
package relay

import "encoding/json"

// Kind is what a message is about.
type Kind string

const (
	// News says that a table's journal has gone on.
	News Kind = "news"
	// Said says that someone wrote in a table's chat.
	Said Kind = "said"
	// Present says who follows a table at the sender, and Who asks the others to say so.
	Present Kind = "present"
	Who     Kind = "who"
	// Wake asks the steward of a table to look after it.
	Wake Kind = "wake"
	// Renamed says that a person has another name; Revoked that a person's tokens are worth nothing any more.
	Renamed Kind = "renamed"
	Revoked Kind = "revoked"
	// Here says that a person is at the sender.
	Here Kind = "here"
	// Looking says that a person has a page in front at the sender.
	Looking Kind = "looking"
	// Tournament says that a tournament has changed.
	Tournament Kind = "tournament"
	// Alive says that the sender lives and whether it can write, and Leaving that it is about to stop.
	Alive   Kind = "alive"
	Leaving Kind = "leaving"
	// Hello says that the sender is listened to from now on: it has just begun, or this node has.
	Hello Kind = "hello"
	// question asks a stranger to prove that it lives, and proof does so; see Seal.
	question Kind = "question"
	proof    Kind = "proof"
)

// Message is what one node tells others.
type Message struct {
	Kind Kind `json:"kind"`
	// From is the node that sent it; the relay fills it in.
	From  string `json:"-"`
	Table string `json:"table,omitempty"`
	// Last is the number of the table's last entry, and Entries are the last ones. Entries that hold a secret are left out, so there may be
	// none, and who hears it reads the journal.
	Last    int64             `json:"last,omitempty"`
	Entries []json.RawMessage `json:"entries,omitempty"`
	// After names the past that the entries follow, and Tip the past with them.
	After string `json:"after,omitempty"`
	Tip   string `json:"tip,omitempty"`
	// Person and Name are of Renamed, Revoked and Here.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Tournament is the one that has changed.
	Tournament string `json:"tournament,omitempty"`
	// People follow the table at the sender, and Spectators without a name.
	People     []string `json:"people,omitempty"`
	Spectators int      `json:"spectators,omitempty"`
	// Writes is of Alive: the sender can write to the store.
	Writes bool `json:"writes,omitempty"`
	// Question and Answer are of seals, and To is who gets an answer.
	Question string `json:"question,omitempty"`
	Answer   string `json:"answer,omitempty"`
	To       string `json:"-"`
}

// Relay carries messages between nodes. Its methods do not wait for others.
type Relay interface {
	// Node is the name of this node.
	Node() string
	// Handle sets what is called with every message of others, perhaps by several goroutines at once; what one node tells of one table
	// comes in order. It is called once, first of all.
	Handle(f func(*Message))
	// Publish tells the nodes that follow the message's table, or all nodes if it names none.
	Publish(m *Message)
	// Send tells one node.
	Send(node string, m *Message)
	// Follow asks for the messages of a table until it is told otherwise. What others publish after it has returned arrives, unless it
	// is lost.
	Follow(table string) (unfollow func())
	// Renew takes the key that the nodes of the database share from now on.
	Renew(key []byte)
	// Connected reports whether messages come and go at present.
	Connected() bool
	// Stats returns what went through so far.
	Stats() Stats
	// Close stops it.
	Close() error
}

// Stats count messages and their bytes. Refused are those that no node of this database has sent, or not now.
type Stats struct{ Sent, SentBytes, Received, ReceivedBytes, Lost, Refused uint64 }

// Subjects under which messages are carried.
const All = "all"

// OfNode and OfTable are the subjects of a node and of a table.
func OfNode(node string) string   { return "node." + node }
func OfTable(table string) string { return "table." + table }

// Subject returns the subject of a message that is published.
func (m *Message) Subject() string {
	if m.Table != "" {
		return OfTable(m.Table)
	}
	return All
}

// Named reports whether a text can be the name of a node, a cluster or a table: letters, digits, "-" and "_".
func Named(text string) bool {
	for _, c := range []byte(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return text != "" && len(text) <= 64
}
