#!/bin/sh
# Chooses among the Gos that are there, and starts `go test` with it.
#
#   go.sh test [--path=GLOB] [--only=ID] [--skip=ID] [--seen=ID] [WORD…]
#                                     `go test -json WORD…` of the packages that these stand in. Where some tests are told
#                                     to have been seen, those that haven't run as well
#   go.sh list [WORD…]                                         the same without running a test: the events tell their names
#   go.sh program PROGRAM ARGUMENT…   what `go test -exec` calls for each test program: says which tests it has
#                                     (src/format/go_test_json.hpp), and runs those that were asked for
#   go.sh build                       of a submission: its test program, which `go.sh test` runs then, any number of times
#   go.sh warm                        fills {prepared}: compiles what submissions use of the standard library
set -u

older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# The lines `VERSION ROOT` of all: that on PATH comes first.
installed() {
    for root in "$(GOTOOLCHAIN=local go env GOROOT 2>/dev/null)" /usr/local/go /usr/lib/go-*; do
        [ -n "$root" ] && [ -x "$root/bin/go" ] && echo "$(sed -n '1s/^go//p' "$root/VERSION") $root"
    done | awk '!seen[$2]++'
}

# Sets GOROOT, its version, and what go.mod needs. A project has the Go on PATH, unless that is older than what its go.mod
# would like: then it has the newest. Submissions are written for that.
choose() {
    all=$(installed)
    if [ -z "$all" ]; then
        echo "There is no Go here, neither on PATH nor in /usr/local/go or /usr/lib/go-*: install Debian's golang-go." >&2
        exit 127
    fi
    asked=$(cat go.mod go.work 2>/dev/null | sed -n 's/^[ \t]*\(go\|toolchain\)[ \t]*\(go\)*[ \t]*\([0-9][0-9.]*\).*/\1 \3/p' | sort -V -k 2)
    needed=$(printf '%s\n' "$asked" | sed -n 's/^go //p' | tail -n 1)
    version=${all%% *}
    if [ -n "${PROCTOR_SLUG:-}" ] || older "$version" "$(printf '%s\n' "${asked##* }")"; then
        all=$(printf '%s\n' "$all" | sort -V | tail -n 1)
        version=${all%% *}
    fi
    GOROOT=$(printf '%s\n' "$all" | sed -n '1s/^[^ ]* //p')
    export GOROOT GOTOOLCHAIN=local PROCTOR_GO="$version"
}

build() {
    cd "$PROCTOR_ROOT" || exit 3
    choose
    flags=-test.parallel=1 words=
    if ! grep -q '[^[:space:]]' go.mod 2>/dev/null; then
        printf 'module solution\n\ngo %s\n' "${version%.*}" >go.mod
    elif older "$version" "${needed:-0}"; then # sites write the newest version into each
        sed -e '/^[ \t]*\(tool\|godebug\|ignore\)[ \t]*(/,/)/d' -e '/^[ \t]*\(toolchain\|tool\|godebug\|ignore\)[ \t]/d' \
            -e "s/^\\([ \t]*go[ \t][ \t]*\\)[0-9].*/\\1${version%.*}/" go.mod >"$PROCTOR_PRIVATE/go.mod"
        if [ -e go.sum ]; then cp go.sum "$PROCTOR_PRIVATE/"; fi
        words="-modfile=$PROCTOR_PRIVATE/go.mod"
    fi
    name=$(sed -n 's/^[ \t]*module[ \t]*"*\([^" \t\r]*\).*/\1/p' go.mod)
    if [ -n "$name" ] && [ -d "$GOROOT/src/$name" ]; then
        echo "./go.mod: the module is called like another package, whose tests go would run: $GOROOT/src/$name"
        exit 1
    fi
    # Endless recursion ends before it has filled Go's own limit, which takes seconds and more memory than there is.
    package=$(sed -n 's/^package[ \t][ \t]*\([A-Za-z0-9_]*\).*/\1/p' ./*_test.go | head -n 1)
    printf 'package %s\n\nimport "runtime/debug"\n\nfunc init() { debug.SetMaxStack(256 << 20) }\n' "$package" >proctor_stack_test.go
    if grep -q '"-race"' .meta/config.json .exercism/config.json 2>/dev/null; then
        export CGO_ENABLED=1
        flags='' words="$words -race"
    fi
    # Behind a deadline there is an alarm, and while one is set Go doesn't see that all goroutines are asleep.
    if grep -q 'Deadline()' ./*.go; then flags="$flags -test.timeout=10m"; fi
    if overlay "$PROCTOR_PRIVATE"; then words="$words -overlay=$PROCTOR_PRIVATE/overlay.json"; fi
    if [ -n "$PROCTOR_PREPARED" ]; then export GOCACHE="$PROCTOR_PREPARED/cache"; fi
    # go keeps an index of files that aren't new, and gives up where it can't.
    find . -name '*.go' -exec touch -d '+1 hour' {} +
    if [ -d "$PROCTOR_PREPARED/modules" ]; then export GOMODCACHE="$PROCTOR_PREPARED/modules" GODEBUG=goindex=0; fi
    printf 'GOROOT=%s version=%s\nname=%s flags="%s"\n' "$GOROOT" "$version" "${name:-solution}" "$flags" >"$PROCTOR_PRIVATE/run"
    export GOTMPDIR="$PROCTOR_PRIVATE/tmp"
    mkdir -p "$GOTMPDIR"
    # shellcheck disable=SC2086  # words
    "$GOROOT/bin/go" test -exec "sh '$PROCTOR_FOLDER/go.sh' save" $words . >"$PROCTOR_PRIVATE/words" 2>&1
    code=$?
    grep -vE '^(FAIL|(ok  |\?   )	.*)$' "$PROCTOR_PRIVATE/words"
    if [ "$code" != 0 ] && older "$version" "${needed:-0}"; then echo "note: module requires Go $needed, this is go$version"; fi
    exit "$code"
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
    choice=$PROCTOR_PRIVATE/choice && : >"$choice"
    fail_fast='' count=$#
    while [ "$count" -gt 0 ]; do
        case $1 in
        --*) printf '%s\n' "${1#--}" >>"$choice" ;;
        -run=*) echo run= >>"$choice" && set -- "$@" "$1" ;;
        *) set -- "$@" "$1" ;;
        esac
        if [ "$1" = -failfast ]; then fail_fast=1; fi
        shift
        count=$((count - 1))
    done
    if [ -n "${PROCTOR_SLUG:-}" ]; then
        . "$PROCTOR_PRIVATE/run"
        export PROCTOR_ROOT PROCTOR_GO="$version"
        verbose=test2json
        if older "$version" 1.20; then verbose=true; fi
        # shellcheck disable=SC2086  # words
        exec "$GOROOT/bin/go" tool test2json -t -p "$name" sh "$PROCTOR_FOLDER/go.sh" program "$PROCTOR_PRIVATE/program" \
            -test.paniconexit0 -test.v=$verbose -test.short $flags
    fi
    choose
    # A package that could not be built is named by its import path.
    module=$(sed -n 's/^module[ \t]*"\{0,1\}\([^ "]*\).*/\1/p' go.mod 2>/dev/null)
    if [ -n "$module" ]; then sed -i -e "s|^only=$module\$|only=.|; s|^only=$module/|only=|" "$choice"; fi
    if older "$version" "${needed:-0}"; then
        echo "This project needs Go $needed. Found here: $(installed | sed 's/\([^ ]*\) \(.*\)/go\1 (\2)/' | paste -sd, | sed 's/,/, /g')." >&2
        exit 127
    fi
    case ${HOME:-} in
    /tmp/home | "${PROCTOR_PRIVATE%/*}"/home) # of a sandbox, or of this run alone: there is no build cache
        unset GOCACHE
        if [ -d "$PROCTOR_PREPARED/cache" ]; then
            # (go couldn't write its index there, either)
            export GOCACHE="$PROCTOR_PREPARED/cache" GODEBUG="${GODEBUG:+$GODEBUG,}goindex=0"
        else
            echo "go compiles the standard library for this run alone: \`proctor warm go\` prepares it for all." >&2
        fi
        ;;
    esac
    if [ -z "${GOCACHE:-}" ] && ! mkdir -p "${XDG_CACHE_HOME:-${HOME:-/proc}/.cache}/go-build" 2>/dev/null; then
        export GOCACHE="$PROCTOR_PRIVATE/cache"
    fi
    if [ -z "${HOME:-}${GOPATH:-}" ]; then export GOPATH="$PROCTOR_PRIVATE/gopath"; fi
    export PROCTOR_ROOT GOTMPDIR="$PROCTOR_PRIVATE/tmp"
    mkdir -p "$GOTMPDIR"
    set -- test -json -count=1 -timeout=0 -exec "sh '$PROCTOR_FOLDER/go.sh' program" "$@"
    packages=$(packages)
    if [ -z "$packages" ]; then echo '{"Action":"build-output"}' && exit; fi # a report of nothing
    if ! grep -q '^only=' "$choice" && [ "$packages" = ./... ]; then left_out; fi
    # shellcheck disable=SC2086  # words: import paths have no blanks
    if [ -z "$fail_fast" ]; then exec "$GOROOT/bin/go" "$@" $packages; fi
    # shellcheck disable=SC2086
    for package in $("$GOROOT/bin/go" list -e $packages); do
        if [ -n "${failed:-}" ]; then export PROCTOR_PLAN_ONLY=1; fi
        "$GOROOT/bin/go" "$@" "$package" || failed=1
    done
    exit "${failed:-0}"
}

# Says which tests below here go doesn't run from here: those of modules of their own, and the test files' build
# constraints if no file is without one.
left_out() {
    find . -mindepth 1 \( -name '[._]*' -o -name testdata -o -name vendor -o -name node_modules \) -prune -o \
        -path './*/go.mod' -print | while read -r module; do
        module=${module%/go.mod}
        if find "$module" -name '*_test.go' | grep -q .; then echo "=== MODULE ${module#./}"; fi
    done
    set -- -r --include=*_test.go --exclude-dir=vendor --exclude-dir=testdata '^//go:build ' .
    if ! grep -L "$@" | grep -q .; then grep -m 1 "$@" | sed 's|^\./|=== BUILT  |; s|://go:build | |'; fi
}

# Those with tests that were asked for.
packages() {
    if ! grep -q '^\(only\|path\)=' "$choice" || grep -q '^seen=' "$choice"; then echo ./... && return; fi
    {
        sed -n 's/^only=//p' "$choice" | sed -E 's/^(Test|Example|Fuzz)([^a-z].*)?$/./; s/\.(Test|Example|Fuzz)([^a-z].*)?$//'
        if grep -q '^path=' "$choice"; then
            find . -name '*_test.go' | sed 's|^\./||' | grep -E "$(path_pattern)" | sed 's|[^/]*$||; s|/$||; s|^$|.|'
        fi
    } | sort -u | sed 's|^|./|; s|^\./\.$|.|'
}

# ** crosses directories, * and ? don't; a character in brackets is itself; the name of a directory stands for all in it.
path_pattern() {
    sed -n 's/^path=//p' "$choice" | sed -e 's|^\./||; s|/$||; s/\[\*]/\x03/g; s/\[?]/\x04/g; s/\[\(.\)]/\1/g' \
        -e 's/[].[^$+(){}|\\]/\\&/g; s|\*\*/|\x01|g; s|\*\*|.\x02|g; s|\*|[^/]*|g; s|?|[^/]|g' \
        -e 's|\x01|(.*/)?|g; s|\x02|*|g; s|\x03|\\*|g; s|\x04|\\?|g; s|.*|^&(/.*)?$|' | paste -sd'|'
}

# Says where the tests stand that go's own list of a package (_testmain.go) has and that were asked for, and the patterns
# for -test.run and -test.skip that choose them.
choosing='
function pattern(name) { gsub(/[].[^$+(){}|*?\\]/, "\\\\&", name); gsub("/", "$/^", name); return "^" name "$" }
function add(list, text) { return list == "" ? text : list "|" text }
function top(name) { sub("/.*", "", name); return name }
BEGIN { glob = ENVIRON["glob"]; prefix = place == "." ? "" : place "."; print "=== PLACE  " place }
FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }
file == "choice" {
    way = $0; sub("=.*", "", way)
    id = substr($0, length(way) + 2)
    name = substr(id, length(prefix) + 1)
    here = substr(id, 1, length(prefix)) == prefix && name ~ /^(Test|Fuzz|Example)([^a-z]|$)/
    if (way == "run") filtered = 1
    if (way == "only") some = 1
    if (way == "seen") new_ones = 1
    if (way == "seen" && here) seen[top(name)] = 1
    if (way == "only" && id == place) whole = 1
    if (way == "only" && here) { wanted[top(name)] = 1; only = add(only, pattern(name)) }
    if (way == "skip" && here) { skip = add(skip, pattern(name)); if (!skips || name == top(name)) left_out[top(name)] = 1 }
}
file == "_testmain.go" && /^\t\{"(Test|Fuzz|Example)[^"]*", / { split($0, part, "\""); planned[part[2]] = 1 }
/\.Logf?\(/ { print "=== LOGS   " file ":" FNR }
/^func (Test|Fuzz|Example)[^ (]*\(/ {
    name = $2; sub(/\(.*/, "", name)
    path = place == "." ? file : place "/" file
    if (new_ones && name in planned && !(name in seen) && !(name in wanted)) { wanted[name] = 1; only = add(only, pattern(name)) }
    if (!(name in planned) || name in left_out || some && !whole && !(name in wanted) || glob != "" && path !~ glob) next
    chosen = add(chosen, "^" name "$")
    if (!filtered) print "=== PLAN   " name " " file ":" FNR
}
END {
    if (chosen == "") print "none "
    else if (some && !whole) print "run " only
    else if (glob != "" || skip != "" && !skips) print "run " chosen
    if (skips) print "skip " skip
}'

program() {
    choice=$PROCTOR_PRIVATE/choice
    here=$(pwd -P)
    here=${here#"$PROCTOR_ROOT"}
    here=${here#/}
    told=$(glob=$(path_pattern) awk -v place="${here:-.}" -v skips="$(older "$PROCTOR_GO" 1.20 || echo 1)" "$choosing" \
        "$choice" "${1%/*}/_testmain.go" ./*_test.go)
    printf '%s\n' "$told" | grep '^=== '
    case "$told ${PROCTOR_PLAN_ONLY:-}" in *'
none '* | *' 1') exit 0 ;; esac
    for way in run skip; do
        pattern=$(printf '%s\n' "$told" | sed -n "s/^$way //p")
        if [ -n "$pattern" ]; then set -- "$@" "-test.$way=$pattern"; fi
    done
    exercise=${PROCTOR_SLUG:-}
    # shellcheck disable=SC2046  # names
    unset $(env | sed -n 's/^\(PROCTOR_[A-Z_]*\)=.*/\1/p')
    trap : QUIT # a run that hangs is asked for its stacks; the program has them
    "$@"
    code=$?
    if [ -n "$exercise" ] || [ "$code" -gt 1 ]; then printf '\n=== ENDED  %s\n' "$code"; fi
    exit "$code"
}

# What submissions use of the standard library (with the race detector as little as there is), and the modules that they
# may require: those of each go.mod in the directories of PROCTOR_GO_MODULES. Then, with each Go, what projects use.
warm() {
    PROCTOR_SLUG=warm choose
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    printf '%s\n' "${PROCTOR_GO_MODULES:-}" | tr : '\n' | grep . | while read -r directory; do
        mkdir "$work/modules" && cp "$directory"/go.* "$work/modules/" && cd "$work/modules" &&
            GOFLAGS=-modcacherw GOWORK=off GOMODCACHE="$PROCTOR_PREPARED/modules" "$GOROOT/bin/go" mod download || exit 1
        rm -r "$work/modules"
    done || exit 1
    export GOFLAGS='' GOENV=off GOWORK=off GOEXPERIMENT='' GOCACHE="$PROCTOR_PREPARED/cache"
    mkdir "$work/warm" && cd "$work/warm" || exit 3
    words=
    if overlay "$work"; then words="-overlay=$work/overlay.json"; fi
    echo 'module warm' >go.mod
    printf 'package warm\n\nimport "testing"\n\nfunc TestWarm(t *testing.T) { t.Log("ready") }\n' >warm_test.go
    echo "compiling the standard library of go$version" >&2
    imports
    # shellcheck disable=SC2086  # a word, or none
    CGO_ENABLED=0 "$GOROOT/bin/go" test $words -exec true . && "$GOROOT/bin/go" tool test2json </dev/null || exit 1
    rm warm.go
    # shellcheck disable=SC2086
    CGO_ENABLED=1 "$GOROOT/bin/go" test -race $words -exec true . || echo "the race detector isn't prepared" >&2
    installed >"$work/all"
    while read -r version GOROOT; do
        echo "compiling what projects use with go$version" >&2
        imports archive/zip database/sql go/ast html/template net/http/httptest
        "$GOROOT/bin/go" test -exec true . || exit 1
    done <"$work/all"
}

# imports [PACKAGE…]: writes a file that imports the small packages of the standard library, and these.
imports() {
    large='^(vendor|archive|database|debug|expvar|go|html|image|log/syslog|mime|net|plugin)(/|$)|(^|/)internal(/|$)'
    large="$large|^(runtime/(cgo|race)|unsafe|crypto/(tls|x509).*)\$"
    { "$GOROOT/bin/go" list std | grep -vE "$large" && printf '%s\n' "$@"; } | sed '1i package warm
        /./!d; s/.*/import _ "&"/' >warm.go
}

# The directories of packages with tests.
files() {
    cd "$PROCTOR_ROOT" && choose && exec "$GOROOT/bin/go" list -e -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./...
}

case $1 in
files) files ;;
build | warm) "$1" ;;
test) shift && test_command "$@" ;;
list) shift && export PROCTOR_PLAN_ONLY=1 && test_command "$@" ;;
program) shift && program "$@" ;;
save) mv "$2" "$PROCTOR_PRIVATE/program" && cp "${2%/*}/_testmain.go" "$PROCTOR_PRIVATE/" ;;
esac
