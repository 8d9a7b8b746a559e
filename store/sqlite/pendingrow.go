package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"mirabilia/store"
)

// A row of the table pending is the number of its form and its batches, one after the other. Of each it has what can differ from the table's row:
// the table's id, the number of its last entry before, when it wakes and what lists show; then the people with whose turn it is, and the
// entries. Numbers have variable length; texts and lists begin with theirs.

// pendingForm is the number of the form.
const pendingForm = 1

func appendBatch(data []byte, b *store.Batch) []byte {
	data = appendBytes(data, b.Row.ID)
	data = binary.AppendVarint(data, b.Last)
	data = binary.AppendVarint(data, b.Row.Wake)
	data = appendBytes(data, b.Row.Data)
	data = binary.AppendUvarint(data, uint64(len(b.People)))
	for _, p := range b.People {
		data = appendBytes(data, p.Person)
		data = append(data, turn(p))
	}
	data = binary.AppendUvarint(data, uint64(len(b.Entries)))
	for _, e := range b.Entries {
		data = appendBytes(data, e)
	}
	return data
}

func turn(p store.Involved) byte {
	if p.Turn {
		return 1
	}
	return 0
}

func appendBytes[T string | []byte](data []byte, text T) []byte {
	return append(binary.AppendUvarint(data, uint64(len(text))), text...)
}

// readBatches returns the batches of a row.
func readBatches(data []byte) (list []*store.Batch, err error) {
	if len(data) == 0 || data[0] != pendingForm {
		return nil, errors.New("its form is not known")
	}
	r := reader{rest: data[1:]}
	for len(r.rest) > 0 && !r.short {
		b := &store.Batch{}
		b.Row.ID = string(r.bytes())
		b.Last = r.number()
		b.Row.Wake = r.number()
		b.Row.Data = r.bytes()
		for range r.length() {
			p := store.Involved{Person: string(r.bytes())}
			p.Turn = r.take(1)[0] != 0
			b.People = append(b.People, p)
		}
		for range r.length() {
			b.Entries = append(b.Entries, r.bytes())
		}
		list = append(list, b)
	}
	if r.short {
		return nil, errors.New("it ends too early")
	}
	return list, nil
}

// reader reads the parts of a row, and nothing but zeros once the row was too short.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.short, r.rest = true, nil
		return make([]byte, 1)
	}
	part := r.rest[:n:n]
	r.rest = r.rest[n:]
	return part
}

func (r *reader) length() uint64 {
	n, size := binary.Uvarint(r.rest)
	r.take(uint64(max(0, size)))
	if size <= 0 || n > uint64(len(r.rest)) {
		r.short, r.rest = true, nil
		return 0
	}
	return n
}

func (r *reader) number() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.short, r.rest = true, nil
		return 0
	}
	r.take(uint64(size))
	return n
}

func (r *reader) bytes() []byte { return r.take(r.length()) }

// loadPending reads what was pending when the server ended without closing the store.
func (db *DB) loadPending(ctx context.Context) error {
	type row struct {
		n    int64
		data []byte
	}
	rows, err := collect(db.read, ctx, func(rows *sql.Rows) (r row, err error) {
		err = rows.Scan(&r.n, &r.data)
		return r, err
	}, "SELECT n, data FROM pending ORDER BY n")
	if err != nil {
		return err
	}
	tables := map[string][]inRow{}
	for _, r := range rows {
		batches, err := readBatches(r.data)
		if err != nil {
			return fmt.Errorf("%w: row %d of what is pending: %w", store.ErrDamaged, r.n, err)
		}
		row := pendingRow{n: r.n, bytes: len(r.data)}
		db.pending.bytes += row.bytes
		for _, b := range batches {
			id := b.Row.ID
			row.tables = append(row.tables, id)
			if b.Last == cut {
				delete(tables, id)
			} else {
				tables[id] = append(tables[id], inRow{b, r.n})
			}
		}
		db.pending.rows = append(db.pending.rows, row)
	}
	db.pending.tables = map[string]*pendingTable{}
	for id, batches := range tables {
		if err := db.loadTable(ctx, id, batches); err != nil {
			return err
		}
	}
	return nil
}

// inRow is a batch with the number of the row that has it.
type inRow struct {
	*store.Batch
	n int64
}

// loadTable notes the batches of a table as pending, but those that were settled before their row was deleted.
func (db *DB) loadTable(ctx context.Context, id string, batches []inRow) error {
	settled, err := db.loadSettled(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil // it was dropped
	}
	if err != nil {
		return err
	}
	last := settled.Last
	var t *pendingTable
	for _, b := range batches {
		if b.End() <= last {
			continue
		}
		if b.Last != last {
			return fmt.Errorf("%w: table %s has %d entries, but what is pending follows entry %d", store.ErrDamaged, id, last, b.Last)
		}
		row := settled.Row
		row.Wake, row.Data = b.Row.Wake, b.Row.Data
		b.Row = row
		t = t.after(b.Batch, settled.Row.Wake).since(b.n)
		last = b.End()
	}
	if t != nil {
		db.pending.tables[id] = t
	}
	return nil
}
