#!/bin/sh
# Chooses among the Gos that are there, and starts `go test -json` with it.
#
#   go.sh test [--path=GLOB] [--only=ID] [--skip=ID] [WORD…]   WORDs are passed on to `go test`
#   go.sh program PROGRAM ARGUMENT…   what `go test -exec` calls for each test program: tells which tests there are
#                                     (src/format/go_test_json.hpp), and runs those that were asked for
#   go.sh warm                        fills {prepared}: compiles what exercises use of the standard library
set -u

older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# The lines `VERSION ROOT` of all: that on PATH comes first.
installed() {
    for root in "$(GOTOOLCHAIN=local go env GOROOT 2>/dev/null)" /usr/local/go /usr/lib/go-*; do
        [ -x "$root/bin/go" ] && echo "$(sed -n '1s/^go//p' "$root/VERSION") $root"
    done | awk '!seen[$2]++'
}

# Sets needed (what go.mod asks for), version and GOROOT. A project has the Go on PATH, unless that is older than what its
# go.mod would like: then it has the newest, as submissions have, which are written for that.
choose() {
    all=$(installed)
    if [ -z "$all" ]; then
        echo "There is no Go here, neither on PATH nor in /usr/local/go or /usr/lib/go-*: install Debian's golang-go." >&2
        exit 127
    fi
    line='^[ \t]*\(go\)[ \t][ \t]*\([0-9][0-9.]*\).*'
    needed=$(cat go.mod go.work 2>/dev/null | sed -n "s/$line/\\2/p" | sort -V | tail -n 1)
    wanted=$(cat go.mod go.work 2>/dev/null | sed -n "s/$line/\\2/p; s/^[ \t]*toolchain[ \t]*go\\([0-9][0-9.]*\\).*/\\1/p" |
        sort -V | tail -n 1)
    chosen=${all%%
*}
    if [ -n "${PROCTOR_SLUG:-}" ] || older "${chosen%% *}" "${wanted:-0}"; then
        chosen=$(printf '%s\n' "$all" | sort -V | tail -n 1)
    fi
    version=${chosen%% *}
    export GOROOT="${chosen#* }"
}

# Sets module: words that make a submission one that this Go can build. Sites write the newest version into each.
prepare_submission() {
    module=
    if ! grep -q '[^[:space:]]' go.mod 2>/dev/null; then
        printf 'module solution\n\ngo %s\n' "${version%.*}" >go.mod
    elif older "$version" "${needed:-0}"; then
        sed -e '/^[ \t]*\(tool\|godebug\|ignore\)[ \t]*(/,/)/d' -e '/^[ \t]*\(toolchain\|tool\|godebug\|ignore\)[ \t]/d' \
            -e "s/^\\([ \t]*go[ \t][ \t]*\\)[0-9].*/\\1${version%.*}/" go.mod >"$PROCTOR_PRIVATE/go.mod"
        cp go.sum "$PROCTOR_PRIVATE/" 2>/dev/null
        module="-modfile=$PROCTOR_PRIVATE/go.mod"
    fi
    name=$(sed -n 's/^[ \t]*module[ \t]*"*\([^" \t\r]*\).*/\1/p' go.mod)
    if [ -n "$name" ] && [ -d "$GOROOT/src/$name" ]; then
        echo "./go.mod: the module is called like another package, whose tests go would run: $GOROOT/src/$name" >&2
        exit 1
    fi
    # Endless recursion ends before it has filled Go's own limit, for which it takes seconds and more memory than there is.
    package=$(sed -n 's/^package[ \t][ \t]*\([A-Za-z0-9_]*\).*/\1/p' ./*_test.go | head -n 1)
    printf 'package %s\n\nimport "runtime/debug"\n\nfunc init() { debug.SetMaxStack(256 << 20) }\n' "$package" >proctor_stack_test.go
    if grep -q '"-race"' .meta/config.json .exercism/config.json 2>/dev/null; then
        export CGO_ENABLED=1
        module="$module -race"
    else
        module="$module -parallel=1"
    fi
    # With a deadline there is an alarm behind it, and while one is set Go doesn't see that all goroutines are asleep.
    if grep -q 'Deadline()' ./*.go; then module="$module -timeout=10m"; fi
    if overlay "$PROCTOR_PRIVATE"; then module="$module -overlay=$PROCTOR_PRIVATE/overlay.json"; fi
}

# Exercises are written for newer toolchains: their benchmarks, which are never run, must compile.
overlay() {
    file=$GOROOT/src/testing/benchmark.go
    if grep -q '(b \*B) Loop(' "$file"; then return 1; fi
    { cat "$file" && printf '\nfunc (b *B) Loop() bool { return false }\n'; } >"$1/benchmark.go"
    printf '{"Replace": {"%s": "%s/benchmark.go"}}\n' "$file" "$1" >"$1/overlay.json"
}

test_command() {
    cd "$PROCTOR_ROOT" || exit 3
    PROCTOR_ROOT=$(pwd -P)
    : >"$PROCTOR_PRIVATE/choice"
    fail_fast=
    count=$#
    while [ "$count" -gt 0 ]; do
        case $1 in
        --*) printf '%s\n' "${1#--}" >>"$PROCTOR_PRIVATE/choice" ;;
        -failfast) fail_fast=1 && set -- "$@" "$1" ;;
        -run=*) echo run= >>"$PROCTOR_PRIVATE/choice" && set -- "$@" "$1" ;;
        *) set -- "$@" "$1" ;;
        esac
        shift
        count=$((count - 1))
    done
    choose
    export GOTOOLCHAIN=local GOTMPDIR="$PROCTOR_PRIVATE/tmp" PROCTOR_ROOT PROCTOR_GO="$version"
    mkdir -p "$GOTMPDIR"
    set -- test -json -count=1 -timeout=0 -exec "sh '$PROCTOR_FOLDER/go.sh' program" "$@"
    if [ -n "${PROCTOR_SLUG:-}" ]; then
        prepare_submission
        if [ -n "$PROCTOR_PREPARED" ]; then export GOCACHE="$PROCTOR_PREPARED/cache"; fi
        if [ -d "${PROCTOR_PREPARED:-/none}/modules" ]; then export GOMODCACHE="$PROCTOR_PREPARED/modules"; fi
        # shellcheck disable=SC2086  # words
        "$GOROOT/bin/go" "$@" -short $module .
        code=$?
        if [ "$code" != 0 ] && older "$version" "${needed:-0}"; then
            echo "note: module requires Go $needed, this is go$version" >&2
        fi
        exit "$code"
    fi
    if older "$version" "${needed:-0}"; then
        echo "This project needs Go $needed. Found here: $(installed | sed 's/\([^ ]*\) \(.*\)/go\1 (\2)/' | paste -sd, | sed 's/,/, /g')." >&2
        exit 127
    fi
    if [ -z "${GOCACHE:-}" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/proc}/.cache}/go-build" 2>/dev/null; then
        export GOCACHE="$PROCTOR_PRIVATE/cache"
    fi
    if [ -z "${HOME:-}${GOPATH:-}" ]; then export GOPATH="$PROCTOR_PRIVATE/gopath"; fi
    packages=$(packages)
    if [ -z "$packages" ]; then return; fi
    if [ -z "$fail_fast" ]; then
        # shellcheck disable=SC2086  # words: import paths have no blanks
        exec "$GOROOT/bin/go" "$@" $packages
    fi
    for package in $("$GOROOT/bin/go" list -e $packages); do
        if [ -n "${failed:-}" ]; then export PROCTOR_PLAN_ONLY=1; fi
        "$GOROOT/bin/go" "$@" "$package" || failed=1
    done
    exit "${failed:-0}"
}

# Those with tests that were asked for.
packages() {
    {
        sed -n 's/^only=//p' "$PROCTOR_PRIVATE/choice" | sed -E 's/^(Test|Example|Fuzz).*/./; s/\.(Test|Example|Fuzz)[^a-z].*//'
        if grep -q '^path=' "$PROCTOR_PRIVATE/choice"; then
            find . -name '*_test.go' | sed 's|^\./||' | grep -E "$(sed -n 's/^path=//p' "$PROCTOR_PRIVATE/choice" | glob_pattern)" |
                sed 's|[^/]*$||; s|/$||; s|^$|.|'
        fi
    } | sort -u | sed 's|^|./|; s|^\./\.$|.|'
    if ! grep -q '^\(only\|path\)=' "$PROCTOR_PRIVATE/choice"; then echo ./...; fi
}

# ** crosses directories, * and ? don't; the name of a directory stands for all in it.
glob_pattern() {
    sed -e 's|^\./||; s|/$||; s/[].[^$+(){}|\\]/\\&/g; s|\*\*/|\x01|g; s|\*\*|.\x02|g; s|\*|[^/]*|g; s|?|[^/]|g; s|\x01|(.*/)?|g; s|\x02|*|g' \
        -e 's|.*|^&(/.*)?$|' | paste -sd'|'
}

program() {
    here=$(pwd -P)
    here=${here#"$PROCTOR_ROOT"}
    here=${here#/}
    told=$(awk -v place="${here:-.}" -v glob="$(sed -n 's/^path=//p' "$PROCTOR_PRIVATE/choice" | glob_pattern)" \
        -v skips="$(older "$PROCTOR_GO" 1.20 || echo 1)" -f "$PROCTOR_FOLDER/choice.awk" \
        "$PROCTOR_PRIVATE/choice" "${1%/*}/_testmain.go" ./*_test.go)
    printf '%s\n' "$told" | grep '^=== '
    case "$told ${PROCTOR_PLAN_ONLY:-}" in *'
nothing '* | *' 1') exit 0 ;; esac
    for way in run skip; do
        pattern=$(printf '%s\n' "$told" | sed -n "s/^$way //p")
        if [ -n "$pattern" ]; then set -- "$@" "-test.$way=$pattern"; fi
    done
    for variable in $(env | sed -n 's/^\(PROCTOR_[A-Z_]*\)=.*/\1/p') GODEBUG; do
        if [ "$variable" != GODEBUG ] || [ -n "${PROCTOR_SLUG:-}" ]; then unset "$variable"; fi
    done
    trap : QUIT # is asked for its stacks, and the program has them
    "$@"
    code=$?
    if [ "$code" -gt 1 ]; then printf '\n=== ENDED  %s\n' "$code"; fi
    exit "$code"
}

# Compiles what exercises use of the standard library, in tests and, for the race detector, as little as there is; fetches
# the modules that submissions may require: those of each go.mod in the directories of PROCTOR_GO_MODULES.
warm() {
    PROCTOR_SLUG=warm choose
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/warm"
    cd "$work/warm" || exit 3
    i=0
    printf '%s\n' "${PROCTOR_GO_MODULES:-}" | tr ':' '\n' | grep . | while read -r directory; do
        i=$((i + 1))
        mkdir "$work/$i" && cp "$directory/go.mod" "$work/$i/" && { cp "$directory/go.sum" "$work/$i/" || true; } 2>/dev/null &&
            (cd "$work/$i" && GOFLAGS=-modcacherw GOWORK=off GOTOOLCHAIN=local GOMODCACHE="$PROCTOR_PREPARED/modules" \
                "$GOROOT/bin/go" mod download) || exit 1
    done || exit 1
    export GOFLAGS= GOENV=off GOWORK=off GOTOOLCHAIN=local GOEXPERIMENT= GODEBUG=goindex=0 GOCACHE="$PROCTOR_PREPARED/cache"
    words=
    if overlay "$work"; then words="-overlay=$work/overlay.json"; fi
    echo 'module warm' >go.mod
    printf 'package warm\n\nimport "testing"\n\nfunc TestWarm(t *testing.T) { t.Log("ready") }\n' >warm_test.go
    packages='^(vendor|archive|database|debug|expvar|go|html|image|log/syslog|mime|net|plugin)(/|$)|(^|/)internal(/|$)|^(runtime/(cgo|race)|unsafe|crypto/(tls|x509).*)$'
    { echo 'package warm' && "$GOROOT/bin/go" list std | grep -vE "$packages" | sed 's/.*/import _ "&"/'; } >warm.go
    echo "compiling the standard library of go$version" >&2
    # shellcheck disable=SC2086  # a word, or none
    CGO_ENABLED=0 "$GOROOT/bin/go" test $words -exec true . || exit 1
    rm warm.go
    # shellcheck disable=SC2086
    CGO_ENABLED=1 "$GOROOT/bin/go" test -race $words -exec true . || echo "the race detector isn't prepared" >&2
}

case $1 in
test) shift && test_command "$@" ;;
program) shift && program "$@" ;;
warm) warm ;;
esac
