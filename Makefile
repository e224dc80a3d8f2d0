# The two commands are `make run` and `make test`; the rest are parts of them.

.PHONY: run web test test-rust lint advisories openapi receivers mcp journal recurrence cel calendar mail oauth scim web-test browser screenshots soak bench golden clean

# Builds and starts everything on the embedded database. What is installed is built with `cargo build --release`, which
# takes longer and makes a faster server.
run: web
	cargo run --profile quick -- serve

# Builds the web interface into web/dist, from where the server takes it.
web: web/node_modules
	cd web && npm run --silent build

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch web/node_modules

# Installs what the tests need and runs them all, on both databases.
test: lint test-rust openapi receivers mcp journal recurrence cel calendar mail oauth scim web web-test browser

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings

# Holds every dependency to deny.toml with cargo-deny, and asks the RustSec database on GitHub whether any has a known hole.
# `make test` holds them to deny.toml too, without either: building cargo-deny takes minutes, and a test must not fail
# because of what was found in the world since yesterday.
advisories:
	scripts/cargo-deny check --hide-inclusion-graph

# Most tests wait for a database, a process or a clock half of the time, so twice as many run as there are cores.
test-rust:
	RUST_TEST_THREADS=$$((2 * $$(nproc))) scripts/with-postgres scripts/with-office cargo test --workspace --quiet

# Holds the API's description against an independent validator.
openapi:
	scripts/validate-openapi docs/golden/openapi.json

# Holds the receivers of docs/WEBHOOKS.md and stock libraries to signatures made from the contract.
receivers:
	tests/receivers/run

# Lets the official SDKs for Python and TypeScript call every tool over both transports.
mcp:
	tests/mcp/run

# Holds the verifier in Python of docs/JOURNAL.md to known signatures and a kept bundle.
journal:
	tests/journal/check.py

# Holds the days of recurring tasks to python-dateutil, over ten years of random schedules.
recurrence:
	tests/recurrence/run

# Holds expressions to the conformance cases of the CEL project.
cel:
	tests/cel/run

# Authlib gets tokens for service accounts, and scim2-tester provisions users and groups.
oauth:
	tests/oauth/run

scim:
	tests/scim/run

# Lets an independent reader of iCalendar read the feed of a running server.
calendar:
	tests/calendar/run

# Mail to a server that is not ours, with crashes. MAIL_COUNT=10000 for the whole of it.
mail:
	tests/mail/run

# Kills processes at random while others write, and holds what receivers got against the journal.
# `make test` has a short form of it.
soak:
	CAIRN_SOAK=$${CAIRN_SOAK:-200,2000} scripts/with-postgres cargo test -p cairn --test binary soak -- --nocapture --test-threads 1

# The web interface by itself: style, types, tests.
web-test: web/node_modules
	cd web && npm run --silent check && npm run --silent types && npm test --silent

# The web interface as a person uses it: the binary, Chromium, and no other host.
browser: web
	cargo build --quiet --workspace --bin cairn
	cd web && ../scripts/with-chromium npm run --silent browser

# Pictures of every page in both themes, wide and narrow, into web/screenshots/, to be looked at.
screenshots: web
	cargo build --quiet --workspace --bin cairn
	cd web && ../scripts/with-chromium node scripts/screenshots.mjs

# Compares Cairn with hand-written handlers, on both databases, in one run.
bench:
	cargo build --release --quiet -p cairn -p cairn-bench
	CAIRN_POSTGRES_DURABLE=yes scripts/with-postgres target/release/cairn-bench $(BENCH)

# Renews the golden files after a change that is meant.
golden:
	cargo xtask golden
	cargo run --quiet -p cairn -- docs --model docs/golden/model.json > target/CLI.md
	mv target/CLI.md docs/CLI.md

clean:
	cargo clean
	rm -rf cairn-data web/dist web/node_modules
