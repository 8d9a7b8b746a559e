package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"mirabilia/store"
	"mirabilia/store/writing"
)

// write is one thing to be written.
type write = writing.Write[func(*statements) error]

// group is the most writes that share a transaction.
const group = 256

// writeAll writes a batch, between what the log needs.
func (db *DB) writeAll(batch []*write) {
	db.copyRest()
	db.commit(batch)
	db.retire()
	if db.writer != nil {
		db.grew(db.writer.pages + db.writer.bytes/pageSize)
		db.writer.pages, db.writer.bytes = 0, 0
	}
}

// commit writes a batch in one transaction and answers. If that fails, each is tried in a transaction of its own, so
// that an error in one does not lose the others.
func (db *DB) commit(batch []*write) {
	outcomes, err := db.transact(batch)
	if err != nil && len(batch) > 1 {
		for _, w := range batch {
			db.commit([]*write{w})
		}
		return
	}
	for i, w := range batch {
		if err != nil {
			w.Answer(db.bounded(explained(err)))
		} else {
			w.Answer(outcomes[i])
		}
	}
}

// transact runs a batch in one transaction. The outcomes are refusals, which have changed nothing; any
// other error gives up the transaction.
func (db *DB) transact(batch []*write) (outcomes []error, err error) {
	s, err := db.begin()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			db.giveUp(s)
		}
	}()
	s.crowded = len(batch) >= db.crowd
	outcomes = make([]error, len(batch))
	for i, w := range batch {
		if outcomes[i] = w.Ctx.Err(); outcomes[i] != nil {
			continue // nobody waits for it any more
		}
		if store.Waits(w.Ctx) {
			if outcomes[i] = db.roomToSpare(s); outcomes[i] != nil {
				continue
			}
		}
		s.pages += pagesPerWrite
		err := w.What(s)
		if err != nil && !store.IsRefusal(err) {
			return nil, err
		}
		outcomes[i] = err
	}
	if err := errors.Join(s.makeRoom(), s.writePending()); err != nil {
		return nil, err
	}
	if _, err = s.exec("COMMIT"); err != nil {
		return nil, err
	}
	db.pending.committed(s)
	if len(s.scrubbed) > 0 {
		done := db.scrubbedAll(explained(scrub(s.conn)))
		for _, waits := range s.scrubbed {
			waits <- done
		}
		s.scrubbed = nil
	}
	return outcomes, nil
}

// begin starts a transaction on the writer's connection.
func (db *DB) begin() (*statements, error) {
	fresh := db.writer == nil
	if fresh {
		conn, err := db.write.Conn(context.Background())
		if err != nil {
			return nil, err
		}
		db.writer = &statements{conn: conn, known: map[string]*sql.Stmt{}, tables: map[string]*written{}, pending: &db.pending}
	}
	s := db.writer
	s.transaction = transaction{gathered: map[string]*pendingTable{}, settled: map[string]bool{}}
	_, err := s.exec("BEGIN IMMEDIATE")
	if err == nil && fresh {
		// A commit that failed may have reached the disk all the same; nobody was told so.
		_, err = s.exec("DELETE FROM pending WHERE n > ?", db.pending.newest())
	}
	return s, err
}

// giveUp rolls back and opens another connection for the next transaction: after a fault of the disk nothing that
// this one remembers is to be trusted.
func (db *DB) giveUp(s *statements) {
	db.writer = nil
	_, _ = s.exec("ROLLBACK")
	s.finalize()
	_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
}

// statements run on the writer's connection, each prepared once.
type statements struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt
	// tables are those that were written last.
	tables map[string]*written
	// pages and bytes are how much was written since the writer last looked: pages in which little changed, and data.
	pages, bytes int
	pending      *pending
	// buffer is where the row of the table pending is put together.
	buffer []byte
	transaction
	// scrubbed are those who wait for the file to be scrubbed after this transaction.
	scrubbed []chan<- error
}

// transaction is what belongs to one transaction.
type transaction struct {
	// crowded says that its moves may become pending.
	crowded bool
	// batches become pending; gathered is what is then pending of their tables.
	batches  []*store.Batch
	gathered map[string]*pendingTable
	// settled are the tables of which nothing is pending any more.
	settled map[string]bool
	// added is the row of the table pending that it adds, and deleted how many of the oldest it deletes.
	added   pendingRow
	deleted int
}

// finalize forgets the statements. As long as one is left, the connection lives on behind its back, with the files it has open.
func (s *statements) finalize() {
	for _, stmt := range s.known {
		_ = stmt.Close()
	}
}

func (s *statements) prepare(query string) (*sql.Stmt, error) {
	if stmt := s.known[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(context.Background(), query)
	if err == nil {
		s.known[query] = stmt
	}
	return stmt, err
}

func (s *statements) exec(query string, args ...any) (sql.Result, error) {
	stmt, err := s.prepare(query)
	if err != nil {
		return nil, err
	}
	return stmt.Exec(args...)
}

func (s *statements) query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepare(query)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// row runs a query for one row.
func (s *statements) row(query string, args ...any) scanner {
	stmt, err := s.prepare(query)
	if err != nil {
		return failed{err}
	}
	return stmt.QueryRow(args...)
}

type scanner interface{ Scan(into ...any) error }

// failed is a row of a query that could not be prepared.
type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }
