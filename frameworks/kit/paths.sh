# Sourced (POSIX sh, with -f and IFS as a line feed), for tools that are told files, and no patterns of them.

# files_like NAME GLOB: the files called NAME, a pattern, that the glob fits, or whose directory it names; one a line.
files_like() {
    find . \( -name .git -o -name deps -o -name _build -o -name node_modules \) -prune -o -type f -name "$1" \
        \( -path "./$2" -o -path "*/$2" -o -path "./${2%/}/*" \) -print | sed 's#^\./##' | sort
}
