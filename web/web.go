// Package web carries the page inside the program.
package web

import (
	"embed"
	"io/fs"
)

// The built page is in dist once "npm run build" has made it. dist-missing is always there, so that the
// program also builds on a machine without Node.
//
//go:embed all:dist*
var files embed.FS

// Files returns the page as built. If it was not built before the program, it is false and one plain page
// that says how to build it.
func Files() (fs.FS, bool) {
	if page, ok := within("dist"); ok {
		return page, true
	}
	page, _ := within("dist-missing")
	return page, false
}

func within(folder string) (fs.FS, bool) {
	page, err := fs.Sub(files, folder)
	if err != nil {
		return nil, false
	}
	_, err = fs.Stat(page, "index.html")
	return page, err == nil
}
