# Sourced by build.sh: sees to it that what an exercise's CMakeLists.txt does and asks for leaves the tests and what
# judges them as they are.

# Test files that are there, one a line, and the Catch2 that they include. (One that isn't used may be fetched anew.)
test_files() {
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
        case $name in *catch*.hpp) ;; *) [ -f "$root/$name" ] && printf '%s\n' "$root/$name" ;; esac
    done
    printf '%s\n' "$catch_header"
}

# Kept in variables, where no command of the CMakeLists.txt's comes to.
remember_tests() {
    remembered_files=$(test_files)
    remembered_sums=$(sums_of_tests)
}
sums_of_tests() {
    set -f
    IFS='
'
    # shellcheck disable=SC2086  # one word each
    sha256sum -- $remembered_files 2>&1
    unset IFS
    set +f
}
guard_recipe() {
    [ -z "${remembered_files:-}" ] || [ "$(sums_of_tests)" = "$remembered_sums" ] && return 0
    echo "$root/CMakeLists.txt: error: it changes the tests" >&2
    return 1
}

# Reads commands, and refuses words by which the compiler is another program than it seems to be, or the linker takes
# another function than the one of that name.
guard_options() {
    option=$(awk '
        function of_compiler(word) {
            return word ~ /^(-B|-T|--prefix|-wrapper|--?specs|-fplugin|--sysroot|-isysroot|--for-(linker|assembler)|@)/
        }
        # (Their names can be cut short.)
        function of_linker(word) {
            return word ~ /^--?(wr|defs|allow-m|scr|default-scr|mri-scr|just-s|dynamic-linker|plugin|init|fini|entry)/ ||
                word ~ /^(-d?T|-I|-c$|-e([^x]|$)|@)/ || is_muldefs(word)
        }
        function is_muldefs(word) { return word ~ /^(-z)?muldefs$/ }
        !/--regenerate-during-build/ {
            gsub(/["\047\\]/, "")
            for (i = 1; i <= NF; i++) {
                n = split($i, parts, ",")
                if ($i == "-Xlinker" && i < NF) {
                    parts[n = 2] = $++i
                } else if ($i !~ /^-Wl,/) {
                    if (of_compiler($i) || is_muldefs($i) || $i ~ /^--?(wrap|defsym)=/) { print $i; exit }
                    continue
                }
                for (k = 2; k <= n; k++) if (of_linker(parts[k])) { print parts[k]; exit }
            }
        }')
    [ -z "$option" ] && return 0
    echo "$root/CMakeLists.txt: error: the option '$option' can change what the tests check" >&2
    return 1
}

# The commands by which CMake has built the test program.
commands_of_cmake() {
    if [ -f "$PROCTOR_PRIVATE/build/build.ninja" ]; then
        ninja -C "$PROCTOR_PRIVATE/build" -t commands proctor_programs
    else
        find "$PROCTOR_PRIVATE/build" \( -name link.txt -o -name flags.make \) -exec cat {} +
    fi 2>/dev/null
}
