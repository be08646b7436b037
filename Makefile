GO ?= go
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 20s

.PHONY: build test check lint generate bench tokens fuzz

build: ## one static, stripped binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w" -o beestown .

test: ## what the README promises
	$(GO) test ./...

check: lint generate ## what CI runs, without its installs
	git diff --exit-code
	$(GO) test -race ./...

lint:
	test -z "$$(gofmt -s -l .)"
	$(GO) vet ./...
	$(STATICCHECK) ./...
	$(GO) mod tidy -diff

generate: ## docs/TOOLS.md
	$(GO) generate ./...

bench: ## the table of docs/BENCHMARKS.md, then the benchmarks beside the code
	$(GO) run ./bench
	$(GO) test -run '^$$' -bench . ./...

tokens: ## bytes of prompt, definitions and typical results
	$(GO) run ./bench/tokens

fuzz: ## every fuzz target for FUZZTIME
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			$(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p || exit 1; \
		done; \
	done
