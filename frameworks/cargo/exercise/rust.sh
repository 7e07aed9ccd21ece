#!/bin/sh
# A submission's tests, by the cargo that is there: rust.sh build | test | warm
set -u
# What rustup needs: where Rust's own images have it, or beside the cargo of a home directory that a sandbox shows.
cargo=$(command -v cargo)
for home in "${cargo%/.cargo/bin/cargo}/.rustup" /usr/local/rustup; do
    if [ -d "$home" ]; then export RUSTUP_HOME="$home"; fi
done
# With it rustc takes unstable features: the track's own compiler does, and our reporter needs some.
export RUSTC_BOOTSTRAP=1
# No build shares anything with another one's.
export CARGO_HOME="${PROCTOR_PRIVATE:-}/cargo" CARGO_TARGET_DIR="${PROCTOR_PRIVATE:-}/target" CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0 RUSTC_WORKSPACE_WRAPPER="$PROCTOR_FOLDER/exercise/rustc.sh"

# reporter RUSTC FILE
reporter() {
    "$1" --edition=2021 --crate-type=rlib --crate-name=proctor_reporter -o "$2" "$PROCTOR_FOLDER/exercise/reporter.rs"
}

# prepared VERSION: where its reporter is, for a reporter is that of one compiler.
prepared() { printf '%s/%s/libproctor_reporter.rlib' "$PROCTOR_PREPARED" "$(printf %s "$1" | tr -c '0-9A-Za-z.' _)"; }

build() {
    cd "$PROCTOR_ROOT" || exit 3
    compiler=$(rustc --version) || exit 127
    PROCTOR_REPORTER=$(prepared "$compiler")
    if [ ! -e "$PROCTOR_REPORTER" ]; then
        PROCTOR_REPORTER=$PROCTOR_PRIVATE/libproctor_reporter.rlib
        reporter rustc "$PROCTOR_REPORTER" || exit 3
    fi
    export PROCTOR_REPORTER
    # Nothing is fetched. Crates are the prepared ones, or Debian's (librust-*-dev), in their versions.
    set -- --quiet --offline --manifest-path Cargo.toml
    rm -f Cargo.lock
    for crates in "$PROCTOR_PREPARED/crates" /usr/share/cargo/registry; do
        if [ ! -d "$crates" ]; then continue; fi
        set -- "$@" --config 'source.crates-io.replace-with="here"' --config "source.here.directory=\"$crates\""
        break
    done
    if grep -q '"test-in-release-mode"' .meta/config.json .exercism/config.json 2>/dev/null; then set -- "$@" --release; fi
    # Sites write the newest edition into each exercise. An older compiler takes it for the one before.
    older=''
    if grep -q '^edition *= *"2024"' Cargo.toml && [ "$(printf '%s\n' "rustc 1.85" "$compiler" | sort -V | head -n 1)" != "rustc 1.85" ]; then
        older=1
        sed -i 's/^edition *= *"2024"/edition = "2021"/' Cargo.toml
    fi
    if [ -e src/lib.rs ] && grep -rqs '^[[:space:]]*//[/!].*```' src; then
        printf '%s\n' "$@" >"$PROCTOR_PRIVATE/documented"
        rustc --edition=2021 --extern "proctor_reporter=$PROCTOR_REPORTER" -o "$PROCTOR_PRIVATE/doctests" \
            "$PROCTOR_FOLDER/exercise/doctests.rs" || exit 3
    fi
    # A submission's own tests are run as well, if it has some.
    if grep -rqs '#\[[a-z_:]*test\b' src; then set -- --tests "$@"; else set -- --test '*' "$@"; fi
    cargo test --no-run "$@" && exit 0
    code=$?
    if [ "$older" ]; then echo "note: the exercise asks for Rust's edition 2024, which Rust 1.85 and newer know; this is $compiler." >&2; fi
    exit "$code"
}

# The programs, in cargo's order, and behind them the documentation's tests; both streams are one. A signal that ends one
# of the programs ends this as well: the run's next start goes on behind it.
tests() {
    cd "$PROCTOR_ROOT" || exit 3
    export CARGO_MANIFEST_DIR="$PROCTOR_ROOT"
    code=0
    while IFS="$(printf '\t')" read -r _ program; do
        { "$program" </dev/null 2>&1; } 2>/dev/null || code=$?
        if [ "$code" -gt 128 ]; then kill "-$((code - 128))" $$; fi
    done <"$PROCTOR_PRIVATE/programs"
    if [ -e "$PROCTOR_PRIVATE/documented" ]; then
        set --
        while read -r word; do set -- "$@" "$word"; done <"$PROCTOR_PRIVATE/documented"
        # Where several tests become one program, those marked `ignore` pass without being run.
        if rustdoc -Zunstable-options --help | grep -q -e --merge-doctests; then
            export RUSTDOCFLAGS='-Zunstable-options --merge-doctests=no'
        fi
        "$PROCTOR_PRIVATE/doctests" "$@" 2>&1 || code=$?
    fi
    exit "$code"
}

# The crates of a directory that `cargo vendor` has filled, and the reporter for each compiler on PATH: a sandbox may see
# only the last one.
warm() {
    if [ -n "${PROCTOR_RUST_CRATES:-}" ]; then cp -r "$PROCTOR_RUST_CRATES" "$PROCTOR_PREPARED/crates" || exit 1; fi
    printf '%s\n' "$PATH" | tr : '\n' | while read -r place; do
        if ! version=$("$place/rustc" --version 2>/dev/null); then continue; fi
        file=$(prepared "$version")
        if [ -e "$file" ]; then continue; fi
        mkdir -p "${file%/*}" && reporter "$place/rustc" "$file" || exit 1
    done
}

case $1 in
build | warm) "$1" ;;
test) tests ;;
esac
