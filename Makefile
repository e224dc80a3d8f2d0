# The two commands are `make run` and `make test`; the rest are parts of them.

.PHONY: run test test-rust lint openapi receivers soak bench golden clean

# Builds and starts everything on the embedded database.
run:
	cargo run --release -- serve

# Installs what the tests need and runs them all, on both databases.
test: lint test-rust openapi receivers

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings

test-rust:
	scripts/with-postgres cargo test --workspace --quiet

# Holds the API's description against an independent validator.
openapi:
	scripts/validate-openapi docs/golden/openapi.json

# Holds the receivers of docs/WEBHOOKS.md and stock libraries to signatures made from the contract.
receivers:
	tests/receivers/run

# Kills processes at random while others write, and holds what receivers got against the journal.
# `make test` has a short form of it.
soak:
	CAIRN_SOAK=$${CAIRN_SOAK:-200,2000} scripts/with-postgres cargo test -p cairn --test binary soak -- --nocapture --test-threads 1

# Compares Cairn with hand-written handlers, on both databases, in one run.
bench:
	cargo build --release --quiet -p cairn -p cairn-bench
	CAIRN_POSTGRES_DURABLE=yes scripts/with-postgres target/release/cairn-bench $(BENCH)

# Renews the golden files after a change that is meant.
golden:
	cargo xtask golden

clean:
	cargo clean
	rm -rf cairn-data
