package sqlite

import "testing"

// What is acknowledged has been synced: these settings decide it. TestPowerLoss of the server shows what they are good for.
func TestAcknowledgedMeansSynced(t *testing.T) {
	db, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000"} {
		var got string
		if err := db.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s: %v", pragma, got, want, err)
		}
	}
}
