# Everything a person does with this tree. `make demo` and `make test` install what is missing and say so.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PACKAGES := libsqlite3-dev libcurl4-openssl-dev libssl-dev libsodium-dev libjpeg62-turbo-dev libspng-dev \
    libwebp-dev libheif-dev liblcms2-dev zlib1g-dev pkg-config
TEST_PACKAGES := python3-venv gcc nginx-light openssl prometheus strace
CACHE := .cache
VENV := $(CACHE)/venv
SWIFT_TEST := swift test --disable-xctest --parallel
RELEASE := .build/release/torii
FORMATTED := Sources Tests Benchmarks Package.swift

.PHONY: help demo serve test check lint format tsan asan coverage bench bench-month bench-litellm screenshots soak \
    control-eval gate-eval docs packages fixtures clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

packages:
	@Tests/Tools/setup/packages.sh $(PACKAGES)

$(RELEASE): packages
	@swift build -c release --product torii --static-swift-stdlib -Xlinker -s 2>&1 | Tests/Tools/setup/quiet.sh
.PHONY: $(RELEASE)

demo: $(RELEASE) ## the main job on real pictures, no key needed
	@Tests/Tools/demo/fetch_wallpapers.sh $(CACHE)/wallpapers
	@$(RELEASE) demo --pictures Tests/Fixtures/pictures --pictures $(CACHE)/wallpapers \
	    --policies policies --data $(CACHE)/demo

serve: $(RELEASE) ## the server on port 8080 with ./policies and ./data
	@$(RELEASE) serve --port 8080 --data data --policies policies

fixtures:
	@Tests/Tools/setup/packages.sh $(PACKAGES) $(TEST_PACKAGES)
	@Tests/Tools/setup/fixtures.sh $(VENV) $(CACHE)

test: fixtures ## all tests
	@swift build --build-tests 2>&1 | Tests/Tools/setup/quiet.sh
	@$(SWIFT_TEST) --skip-build --filter '$(CONCURRENT)'
	@# By themselves: their long sums would keep the few threads of the pool from tests that wait for the network.
	@$(SWIFT_TEST) --skip-build --skip '$(CONCURRENT)' --skip EndToEndTests
	@# By themselves: Foundation cannot start a process while another test holds a thousand sockets.
	@$(SWIFT_TEST) --skip-build --filter EndToEndTests

check: lint test ## what CI runs

lint: packages ## formatting, import table, fixed habits
	@swift format lint --strict --parallel --recursive --configuration .swift-format $(FORMATTED)
	@python3 Tests/Tools/lint/imports.py
	@python3 Tests/Tools/lint/habits.py

format: ## format in place
	@swift format --in-place --parallel --recursive --configuration .swift-format $(FORMATTED)

# One test after the other: instrumented code is many times slower, and waits have time limits. Pure modules have no
# threads to watch.
CONCURRENT := ^(Platform|Ledger|Gemini|Emulator|Server)Tests[.]

tsan: fixtures ## what runs on several threads, under ThreadSanitizer
	@swift test --disable-xctest --no-parallel --filter '$(CONCURRENT)' --sanitize=thread -Xswiftc -DTSAN \
	    --scratch-path .build/tsan

asan: fixtures ## all tests of modules under AddressSanitizer, leaks on
	@ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Tools/asan/leaks.supp:print_suppressions=0 \
	    swift test --disable-xctest --no-parallel --skip EndToEndTests --sanitize=address \
	    --scratch-path .build/asan

# Tests of the built binary count: each process leaves its own profile, but those that are killed.
coverage: export LLVM_PROFILE_FILE = $(CURDIR)/.build/profiles/%p.profraw
coverage: fixtures ## line coverage by module, the built binary's runs among it
	@rm -rf .build/profiles && mkdir -p .build/profiles
	@swift build --build-tests --enable-code-coverage 2>&1 | Tests/Tools/setup/quiet.sh
	@rm -f .build/profiles/*
	@$(SWIFT_TEST) --skip-build --filter '$(CONCURRENT)'
	@$(SWIFT_TEST) --skip-build --skip '$(CONCURRENT)' --skip EndToEndTests
	@$(SWIFT_TEST) --skip-build --filter EndToEndTests
	@python3 Tests/Tools/lint/coverage.py .build/profiles .build/debug

soak: $(RELEASE) fixtures ## all clients at once for MINUTES (10 unless given); kill -9 200 times; a cap 100 times
	@$(VENV)/bin/python Tests/Tools/soak/mixed.py $(RELEASE) $(or $(MINUTES),10)
	@TORII_CAP_RUNS=100 swift test --disable-xctest --filter LedgerTests.CapTests
	@TORII_KILLS=200 swift test --disable-xctest --filter EndToEndTests

screenshots: demo fixtures ## pictures of dashboard, report and terminal, in .cache/screenshots (installs chromium and tmux)
	@Tests/Tools/setup/packages.sh chromium fonts-dejavu-core tmux
	@Tests/Tools/screenshots/take.sh $(RELEASE) $(CACHE)/demo $(VENV)/bin/python $(CACHE)/screenshots

bench-litellm: $(RELEASE) fixtures ## beside the LiteLLM proxy: rate, latency, memory, processor time (750 MB of disk)
	@Benchmarks/litellm.sh $(RELEASE)

fuzz: fixtures ## MINUTES of libFuzzer for each reader of hostile bytes (1 unless given)
	@Tests/Fuzz/run.sh $(or $(MINUTES),1)

bench: $(RELEASE) ## ratios in Benchmarks/RESULTS.md, measured anew
	@Benchmarks/run.sh $(RELEASE)

bench-month: $(RELEASE) ## a plan over a million decisions; a month of ten million, 15 GB of disk for some minutes
	@Benchmarks/month.sh $(RELEASE)

control-eval: $(RELEASE) fixtures ## the send-rate controller against its acceptance bounds, seeds 0-7 (some 20 minutes)
	@$(VENV)/bin/python Tests/Tools/control/evaluate.py $(RELEASE) policies $(CACHE)/control --seeds 0-7

gate-eval: packages ## the gate's figures on 500 real pictures and what was made of them (fetches 1.5 GB the first time)
	@Tests/Tools/gate/evaluate.sh $(CACHE)

docs: packages ## symbol graphs of every documented declaration, for any DocC reader
	@swift package dump-symbol-graph --minimum-access-level package 2>&1 | tail -1

clean: ## what was built and fetched
	@rm -rf .build $(CACHE)
