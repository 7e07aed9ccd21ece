#!/bin/sh
# runner.sh build|run|warm [ARGUMENT…]: starts the runner (runner/), the prepared one or one that it compiles first.
set -eu

# compile FILE CACHE: with any Go that is there, and without the settings of the code under test.
compile() {
    path="$PATH:/usr/local/go/bin$(printf ':%s' /usr/lib/go-*/bin)"
    if ! PATH="$path" command -v go >/dev/null; then
        echo "There is no Go here, neither on PATH nor in /usr/local/go or /usr/lib/go-*: install Debian's golang-go." >&2
        exit 127
    fi
    mkdir -p "$2"
    (cd "$PROCTOR_FOLDER/runner" &&
        env -i PATH="$path" GOCACHE="$2" GOPATH="$2" GOENV=off GOWORK=off GOFLAGS=-buildvcs=false GOTOOLCHAIN=local \
            CGO_ENABLED=0 go build -o "$1" .) || {
        echo "the go framework's runner can't be compiled" >&2
        exit 1
    }
}

if [ "$1" = warm ]; then
    compile "$PROCTOR_PREPARED/runner.new" "$PROCTOR_PREPARED/cache"
    "$PROCTOR_PREPARED/runner.new" warm
    mv "$PROCTOR_PREPARED/runner.new" "$PROCTOR_PREPARED/runner" # last: where it stands, the rest is complete
    exit
fi
runner="${PROCTOR_PREPARED:-}/runner"
if [ ! -x "$runner" ]; then
    runner="$PROCTOR_PRIVATE/runner"
    if [ ! -x "$runner" ]; then
        cache="${GOCACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/go-build}"
        if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then cache="$PROCTOR_PRIVATE/cache"; fi
        compile "$runner" "$cache"
    fi
fi
exec "$runner" "$@"
