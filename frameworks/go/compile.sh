# compile FILE [CACHE]: compiles the runner. Its own build doesn't obey the environment of the code under test.
compile() {
    cache="${2:-}"
    if [ -z "$cache" ] || ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
        cache="$PROCTOR_PRIVATE/cache"
    fi
    (cd "$PROCTOR_FOLDER/runner" &&
        GOCACHE="$cache" GOFLAGS=-buildvcs=false GOENV=off GOWORK=off GO111MODULE=on GOPROXY=off GOTOOLCHAIN=local \
        GOPATH="$PROCTOR_PRIVATE/gopath" CGO_ENABLED=0 go build -o "$1" .) || {
        echo "the go framework's runner can't be compiled" >&2
        return 1
    }
}
