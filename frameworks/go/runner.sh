# Sets $runner: the prepared one, or one compiled for this run (once: build.sh comes first).
runner="${PROCTOR_PREPARED:-}/runner"
if [ -z "${PROCTOR_PREPARED:-}" ] || [ ! -x "$runner" ]; then
    runner="$PROCTOR_PRIVATE/runner"
    if [ ! -x "$runner" ]; then
        . "$PROCTOR_FOLDER/compile.sh"
        compile "$runner" "${GOCACHE:-${HOME:+$HOME/.cache/go-build}}"
    fi
fi
