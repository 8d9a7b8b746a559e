package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
)

// comments are the doc comments of the Go source, read package by package as they are needed.
type comments struct {
	top   string
	texts map[string]string
	read  map[string]bool
}

// of returns the comment of a struct type, or of one of its fields, on one line.
func (c *comments) of(t reflect.Type, field string) string {
	if pkg := t.PkgPath(); !c.read[pkg] {
		c.read[pkg] = true
		c.load(pkg)
	}
	return c.texts[t.PkgPath()+"."+t.Name()+"."+field]
}

func (c *comments) load(pkg string) {
	files, _ := filepath.Glob(filepath.Join(c.top, strings.TrimPrefix(pkg, "mirabilia/"), "*.go"))
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			panic(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, s := range decl.Specs {
				c.add(pkg, decl, s.(*ast.TypeSpec))
			}
		}
	}
}

func (c *comments) add(pkg string, decl *ast.GenDecl, spec *ast.TypeSpec) {
	key := pkg + "." + spec.Name.Name + "."
	c.texts[key] = line(decl.Doc)
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range body.Fields.List {
		for _, n := range f.Names {
			c.texts[key+n.Name] = line(f.Doc)
		}
	}
}

func line(group *ast.CommentGroup) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(group.Text()), " "), "*/", "* /")
}
