package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"
)

const top = "../.."

func TestGeneratedTypesAreFresh(t *testing.T) {
	for name, content := range generate(top) {
		written, err := os.ReadFile(filepath.Join(top, folder, name))
		if err != nil || !bytes.Equal(written, content) {
			t.Errorf("%s is stale: run \"make gen\" (%v)", name, err)
		}
	}
}

func TestEveryStructOfTheAPIIsWritten(t *testing.T) {
	content := generate(top)["types.ts"]
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(top, "api/api.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if _, isStruct := spec.Type.(*ast.StructType); isStruct && !bytes.Contains(content, []byte("export interface "+spec.Name.Name+" ")) {
			t.Errorf("api.%s is reached from no root", spec.Name.Name)
		}
		return true
	})
}
