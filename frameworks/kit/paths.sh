# Sourced (POSIX sh), for tools that are told files, and no patterns of them.

# files_of GLOBS NAME: the files that are called NAME (a pattern) and fit one of the globs, which stand one a line.
files_of() {
    find . -name "$2" -not -path '*/.*' | sed 's#^\./##' | sort | while IFS= read -r file; do
        printf '%s\n' "$1" | while IFS= read -r glob; do
            # shellcheck disable=SC2254  # a pattern
            case $file in $glob) printf '%s\n' "$file" && break ;; esac
        done
    done
}

# keep_path WORD: whether it is --path=GLOB. Those come together in $globs.
keep_path() {
    case $1 in
    --path=*) globs=$globs${globs:+
}${1#--path=} ;;
    *) return 1 ;;
    esac
}
globs=
