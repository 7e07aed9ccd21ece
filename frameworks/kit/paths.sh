# Sourced (POSIX sh, with -f and IFS as a line feed), for tools that are told files, and no patterns of them.

# files_like NAME GLOB: prints, one a line, the files whose name fits the pattern NAME, and whose path fits GLOB or begins
# with it as a directory.
files_like() {
    find . \( -name .git -o -name deps -o -name _build -o -name node_modules \) -prune -o -type f -name "$1" \
        \( -path "./$2" -o -path "*/$2" -o -path "./${2%/}/*" \) -print | sed 's#^\./##' | sort
}
