// Package docs holds the documents that the server hands out.
package docs

import _ "embed"

// OpenAPI describes the server's API.
//
//go:embed openapi.yaml
var OpenAPI []byte
