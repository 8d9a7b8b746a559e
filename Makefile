# Few verbs. "make run" serves the game; "make test" installs what the tests need and passes them all.

GO      ?= go
PORT    ?= 8080
DATA    ?= data
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# Installing needs root; elsewhere sudo is asked.
SUDO    := $(if $(filter 0,$(shell id -u)),,sudo)
# The program is static; the tests are built in the same way, so that nothing is compiled twice.
export CGO_ENABLED := 0
WEB     := $(shell find web/src web/public web/scripts locales -type f 2>/dev/null) web/index.html web/package-lock.json web/vite.config.ts
# What the engines in the browser are made of.
ENGINE  := $(shell find analysis api bot game games jsondiff local rating strict table -name '*.go' ! -name '*_test.go' -o -name '*.net' -o -name sheet.json) go.mod

.PHONY: run build release-program test unit chromium postgres promtool strace e2e lint spelling bench bench-web gen screenshots clean prove

run: build
	bin/mirabilia serve --addr localhost:$(PORT) --data $(DATA)

build: web/dist/index.html
	$(GO) build -ldflags "-X main.version=$(VERSION)" -o bin/mirabilia ./cmd/mirabilia

# The program as it is given away, the same for the same source wherever it is built: make release-program OUT=folder VERSION=0.7.0
OUT ?= release
release-program:
	@command -v npm >/dev/null || { echo "release-program builds the page, which needs Node.js" >&2; exit 1; }
	@$(MAKE) --no-print-directory web/dist/index.html
	$(GO) build -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X main.version=$(VERSION)" -o $(OUT)/mirabilia ./cmd/mirabilia

# The page is built with Node where there is one; without it the program says how to get the page.
web/dist/index.html: $(WEB) web/engine/engine.wasm web/engine/study.wasm web/engine/puzzles.json
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/node_modules/.installed && cd web && npm run --silent build; \
	else echo "no Node.js here: building without the page"; fi

# The engines in the browser (one plays, one studies finished games), with Go's glue for them. Code that is not searched or
# played millions of times is not inlined: that makes a module a tenth smaller. Joining its data makes it another twelfth smaller, compressed.
web/engine/%.wasm: $(ENGINE) web/joindata/main.go
	@mkdir -p web/engine
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags "-s -w" -gcflags=all=-l -gcflags=mirabilia/bot/...= -gcflags=mirabilia/games/...= \
	  -gcflags=mirabilia/game= -gcflags=math/...= -gcflags=internal/chacha8rand= -o $@.new ./local/$*
	@$(GO) run ./web/joindata $@.new && mv $@.new $@
	@cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/engine/

# The puzzles as the page gets them: one file for each collection, and a list of all.
web/engine/puzzles.json: $(ENGINE) $(wildcard analysis/puzzle/collections/*) web/puzzlefiles/main.go
	@rm -f web/engine/puzzles*.json
	$(GO) run ./web/puzzlefiles

# "npm ci" would demand the binaries of every platform to be in the lock file; this reads the lock and leaves it as it is.
web/node_modules/.installed: web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

test: lint unit e2e

# "make lint" has vetted the code already.
unit: build postgres promtool strace bin/nats-server
	$(GO) test -vet=off -timeout 20m ./...
	cd web && npm run --silent check && npm run --silent test

# Chromium without a window of its own: the same pages in nearly half the time.
chromium:
	@command -v chromium-headless-shell >/dev/null || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq chromium-headless-shell; }

# A real server for the tests of store/postgres, which start and stop it themselves.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq postgresql; }

# Checks the alerts in deploy.
promtool:
	@command -v promtool >/dev/null || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends prometheus; }

# Records what a server does to its disk, for the test that cuts the power.
strace:
	@[ "$$(uname)" != Linux ] || command -v strace >/dev/null || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq strace; }

# The tests of several nodes start a real NATS.
bin/nats-server: tools/go.mod
	$(GO) build -modfile=tools/go.mod -o $@ github.com/nats-io/nats-server/v2

# Whole games of all kinds through the page at both sizes, with people and bots, over a restart of the server, by keyboard alone.
e2e: build chromium
	$(GO) build -tags steps -o bin/mirabilia-steps ./cmd/mirabilia
	cd web && npm run --silent e2e

lint: spelling
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$unformatted" ] || { echo "not gofmt'ed: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

# British English in docs, comments and texts, Hungarian in the Hungarian texts. Our own words are in tools/spelling/words.txt and words.hu.txt.
spelling: tools/spelling/node_modules/.installed
	node tools/spelling/node_modules/cspell/bin.mjs lint --config tools/spelling/cspell.json --no-progress --no-summary --show-suggestions

tools/spelling/node_modules/.installed: tools/spelling/package-lock.json
	cd tools/spelling && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

# Speed of the games, as ratios to a calibration loop on the same core.
bench: build
	@for g in "duel 2" "duel 2 --option pantheon=true" "wonders 4" "architects 3" "dice 3"; do \
	  set -- $$g; game=$$1; seats=$$2; shift 2; \
	  for p in list playout; do bin/mirabilia bench --game $$game --seats $$seats $$* --policy $$p; done; done

# The engine in the browser: its size, its speed beside the native one, how soon it is ready, whether the page stays free.
bench-web: build chromium
	$(GO) build -o bin/speed ./local/speed
	node web/e2e/bench.mjs

# Files that are written by programs and checked in.
gen:
	$(GO) run ./web/typegen
	$(GO) run ./docs/reference

# The long runs, each resumable; what they showed is kept in docs/prove. STEPS='crashes fuzz-table' makes these anew.
prove: build
	$(GO) run ./docs/prove $(STEPS)

screenshots: build
	cd web && npm run --silent screenshots

clean:
	rm -rf bin web/dist web/engine web/node_modules tools/spelling/node_modules
