# Sourced by build.sh: looks at what has become of the tests when they were compiled. A solution's headers can be called
# anything, and anything can stand in them.

# The files of the solution that the compiler has read for the object $1, one a line, under their real names.
read_by_tests() {
    sed -e 's/\\$//' -e 's/^[^ ]*://' "$1.d" | sed -e 's/\\ /\n/g;t' | tr ' ' '\n' | grep -v '^$' | sort -u |
        while read -r name; do
            case $name in
            "$root"/*) realpath -- "$name" 2>/dev/null ;;
            /*) ;;
            *) realpath -- "$root/$name" 2>/dev/null ;;
            esac
        done | sort -u
}

# Whether there is more in the files than declarations and plain macros.
suspicious() {
    grep -qaE '(^|[^A-Za-z0-9_])(__)?asm|_Pragma|#[[:space:]]*pragma[[:space:]]*[^o[:space:]]|%:|\?\?|R"|#[[:space:]a-z]*[\\/]|_macro|namespace[[:space:]]+(::[[:space:]]*)?std([^A-Za-z0-9_]|$)|namespace[[:space:]]*(::[[:space:]]*)?($|/)|template[[:space:]]*(<[[:space:]]*)?(>|$|/)|(struct|class)[[:space:]].*std[[:space:]]*::[[:space:]]*[a-z_:]*<|std[[:space:]]*::[[:space:]]*operator' "$@" ||
        grep -qaE 'include[[:space:]]*("[A-Za-z0-9_-]*([^A-Za-z0-9_."-]|\.[^h]|")|<[./]|[^"<[:space:]])' "$@" ||
        cat "$@" | tr -d '\r' | grep -aE '#[[:space:]]*define|^[[:space:]]*define' | grep -qavE \
            '^[[:space:]]*#[[:space:]]*define[[:space:]]+[A-Z0-9_a-z]+_?([[:space:]]+\(?-?([0-9][0-9A-Za-z.]*|"[^"\\]*")\)?)?[[:space:]]*(//.*|/\*[^*]*\*/[[:space:]]*)?$'
}

guard_tests() {
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
        object=$work/$(printf %s "$name" | tr -c 'A-Za-z0-9_.\n' _).o
        [ -f "$object.d" ] && [ -f "$root/$name" ] || continue
        real_root=$(realpath -- "$root")
        # Unless it's the Catch2 that the exercise brings, or a test file itself.
        headers=$(read_by_tests "$object" | grep -v -x -F "$real_root/$name" | grep -F "$real_root/" |
            grep -v -x -F "$(realpath -- "$catch_header")")
        [ -n "$headers" ] || continue
        IFS='
'
        # shellcheck disable=SC2086  # one word each
        if suspicious $headers; then
            unset IFS
            # shellcheck disable=SC2086
            $compiler $options -E -dD "$root/$name" 2>/dev/null |
                awk -v root="$root/" -v tests="$PROCTOR_TESTS" -v catch_file="$catch_header" -f "$PROCTOR_FOLDER/words.awk" \
                    -f "$PROCTOR_FOLDER/guard-expanded.awk" >&2 || return 1
        fi
        unset IFS
    done
}

# What the loader calls before the program begins could speak in the place of the keeper. (Sanitizers and static
# programs have such functions of their own.)
guard_program() {
    command -v readelf >/dev/null || return 0
    case " $flags $libraries " in *" -static "* | *" -fsanitize"*) return 0 ;; esac
    if readelf -rW "$PROCTOR_PRIVATE/program" 2>/dev/null | grep -q IRELATIV; then
        echo "error: the solution has code that runs before the program begins (ifunc or the like)" >&2
        exit 1
    fi
}
