# Sourced by build.sh, where each of $sources has been compiled to an object of its name below $work: looks at what has
# become of the tests when they were compiled. A solution's headers can be called anything, and anything can stand in
# them. `expanded NAME OBJECT` tells a test file as the preprocessor leaves it, with its macros.

newline='
'
{ read -r real_root && read -r real_header; } <<EOF
$(realpath -- "$root" "$catch_header")
EOF
# (What is kept here is nobody else's.)
for kept in "$work"/*.files; do [ ! -e "$kept" ] || rm -f "$kept"; done

# The files of the submission that are named in the dependencies $1..., one a line, under their real names.
files_in() {
    cat "$@" 2>/dev/null | awk -v root="$root/" '{
        sub(/\\$/, "")
        sub(/^[^ ]*:/, "")
        for (i = 1; i <= NF; i++) {
            file = index($i, root) == 1 ? $i : $i ~ /^\// ? "" : root $i
            if (file != "" && !(file in told)) { told[file]; print file }
        }
    }' | xargs -d '\n' -r realpath -q --
}

# list_files OBJECT: OBJECT.files are those that the compiler has read for it.
list_files() { [ -f "$1.files" ] || files_in "$1.d" >"$1.files"; }

# Whether there is more in the files than declarations and plain macros.
suspicious() {
    grep -qaE '(^|[^A-Za-z0-9_])(__)?asm|_Pragma|oreturn|naked|optimize|always_inline|__builtin_|#[[:space:]]*pragma[[:space:]]*[^o[:space:]]|%:|\?\?|R"|#[[:space:]a-z]*[\\/]|#[[:space:]]*(line|[0-9])|_macro|namespace[[:space:]]+(::[[:space:]]*)?std([^A-Za-z0-9_]|$)|namespace[[:space:]]*(::[[:space:]]*)?($|/)|template[[:space:]]*(<[[:space:]]*)?(>|$|/)|(struct|class)[[:space:]].*std[[:space:]]*::[[:space:]]*[a-z_:]*<|std[[:space:]]*::[[:space:]]*operator|operator[[:space:]]*([=!]=|$|/)|(^|[^A-Za-z0-9_:.])(mem(cmp|cpy|set|move|chr)|str(n|case|ncase)?cmp|str(n?len|n?cpy|str|r?chr))([^A-Za-z0-9_]|$)|(bool|int|char|auto)[[:space:]]+(is(al(num|pha)|cntrl|x?digit|graph|(low|upp)er|print|punct|space)|to(low|upp)er)[[:space:]]*([(]|$)' "$@" ||
        grep -qaE 'include[[:space:]]*("[A-Za-z0-9_-]*([^A-Za-z0-9_."-]|\.[^h]|")|<[./]|[^"<[:space:]])' "$@" ||
        cat "$@" | tr -d '\r' | grep -aE '#[[:space:]]*define|^[[:space:]]*define' | grep -qavE \
            '^[[:space:]]*#[[:space:]]*define[[:space:]]+[A-Z0-9_a-z]+_?([[:space:]]+\(?-?([0-9][0-9A-Za-z.]*|"[^"\\]*")\)?)?[[:space:]]*(//.*|/\*[^*]*\*/[[:space:]]*)?$'
}

# Of the solution's files, those that the compiler has read, wherever they are.
guard_read() {
    others=$newline
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do others=$others$real_root/$name$newline; done
    read_files=
    for name in $sources; do
        object_of "$name"
        list_files "$object"
        while IFS= read -r file; do
            case $file in
            "$real_root/test/"* | "$real_header") continue ;;
            "$real_root/"*) ;;
            *) continue ;;
            esac
            case $others in *"$newline$file$newline"*) continue ;; esac
            others=$others$file$newline
            read_files=$read_files$file$newline
        done <"$object.files"
    done
    [ -n "$read_files" ] || return 0
    alone=1
    IFS=$newline
    # shellcheck disable=SC2086
    grep -q -s 'include.*\.\(c\|cc\|cpp\|cxx\)[">]' $read_files "$root/${snake}_test.cpp" && alone=0
    unset IFS
    guard_words $alone "$read_files" >"$work/words.txt" && return 0
    sed "s#^$real_root/#$root/#" "$work/words.txt" >&2
    return 1
}

guard_tests() {
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
        object_of "$name"
        [ -f "$object.d" ] && [ -f "$root/$name" ] || continue
        # Unless it's the Catch2 that the exercise brings, or a test file itself.
        list_files "$object"
        headers=
        while IFS= read -r file; do
            case $file in
            "$real_root/$name" | "$real_header") ;;
            "$real_root/"*) headers=$headers$file$newline ;;
            esac
        done <"$object.files"
        [ -n "$headers" ] || continue
        IFS=$newline
        # shellcheck disable=SC2086  # one word each
        if suspicious $headers; then
            unset IFS
            # shellcheck disable=SC2086
            expanded "$name" "$object" |
                awk -v root="$root/" -v tests="$PROCTOR_TESTS" -v catch_file="$catch_header" \
                    -v private="$PROCTOR_PRIVATE/" -f "$PROCTOR_FOLDER/words.awk" \
                    -f "$PROCTOR_FOLDER/macros.awk" -f "$PROCTOR_FOLDER/standard.awk" \
                    -f "$PROCTOR_FOLDER/guard-expanded.awk" >&2 || return 1
        fi
        unset IFS
    done
}

# A solution has no use for the test files but to find there what is expected: by `#include`, or as data (`.incbin`).
guard_sources() {
    compiled_tests=$newline
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
        case $name in *.cpp | *.cc | *.cxx)
            compiled_tests=$compiled_tests$name$newline$(realpath -- "$root/$name" 2>/dev/null)$newline
            ;;
        esac
    done
    for name in $sources; do
        case $compiled_tests in *"$newline$name$newline"*) continue ;; esac
        object_of "$name"
        list_files "$object"
        # The assembler names what it was given, and may have read more.
        [ ! -f "$object.as" ] || while read -r line; do
            [ "${line#*: }" = "$root/$name" ] && continue
            files_in "$object.d" "$object.as" >"$object.files"
            break
        done <"$object.as"
        while IFS= read -r file; do
            case $compiled_tests in *"$newline$file$newline"*)
                echo "$root/$name: error: the solution reads the test file '${file##*/}'" >&2
                return 1
                ;;
            esac
        done <"$object.files"
    done
}

# The functions that the object $1 has for others, a line each: `c` and a name that isn't made of C++ (variables have such
# names, too), `strong` and one that stands before all others of the name (`std`: of the standard library's), and `weak`
# and one that doesn't.
symbols_of() {
    symbols -g --defined-only "$1" | awk '$3 !~ /^_Z/ { if ($2 ~ /^[TWi]$/) print "c", $3; next }
        $2 == "T" && $3 ~ /^_Z(St|Sa|Ss|N[VK]*(S[a-z]|9__gnu_cxx))/ { print "std", $3; next }
        $2 == "T" { print "strong", $3; next }
        $2 == "W" { print "weak", $3 }'
}

# The names in the libraries that every program is linked with. (As operators new and delete, malloc() and its like are
# anybody's.)
library_names() {
    for library in libc.so.6 libm.so.6 libstdc++.so.6 libgcc_s.so.1; do
        file=$($compiler -print-file-name=$library)
        [ -f "$file" ] && symbols -D --defined-only "$file"
    done | sed -n 's/^[^ ]* [A-Za-z] \([^@]*\).*/\1/p' |
        grep -v -x -E 'c?free|[cmpv]?v?alloc|malloc|realloc|reallocarray|memalign|aligned_alloc|posix_memalign|malloc_.*'
}

# Files of the solution that are compiled by themselves have nothing to do with Catch2: what they could do with it is to
# change which tests run, and what becomes of them. Neither do they have functions in the place of a library's, by which
# tests compare and the reporter tells, also where nobody but the linker sees it; nor in the place of what the tests made
# of a template.
guard_objects() {
    command -v nm >/dev/null || return 0
    : >"$work/of_tests.txt"
    : >"$work/of_solution.txt"
    for name in $sources; do
        object_of "$name"
        case "
${PROCTOR_TESTS:-${snake}_test.cpp}
" in
        *"
$name
"*)
            symbols_of "$object" >>"$work/of_tests.txt"
            continue
            ;;
        esac
        symbols_of "$object" >>"$work/of_solution.txt"
        # (A class of the solution's own may be called so, too.)
        if grep -qsaF 5Catch "$object" && uses_symbols_of_catch "$object"; then
            echo "$root/$name: error: the solution uses Catch2 itself, which only tests may" >&2
            return 1
        fi
    done
    for list in of_std of_cpp of_c weak; do : >"$work/$list.txt"; done
    awk -v work="$work/" -v tests="$work/of_tests.txt" '
        $1 == "c" { if ($2 != "main") print $2 >(work "of_c.txt"); next }
        FILENAME == tests { if ($1 == "weak") print $2 >(work "weak.txt"); next }
        $1 == "std" { print $2 >(work "of_std.txt") }
        $1 == "strong" { print $2 >(work "of_cpp.txt") }' "$work/of_tests.txt" "$work/of_solution.txt"
    taken=
    guard_helpers || return 1
    if [ -s "$work/of_std.txt" ]; then
        # (The reporter and Catch2 are made of the library's templates, too.)
        {
            symbols --defined-only "$parts"/*.o $catch_libraries
            find "$PROCTOR_PRIVATE/build" -path '*proctor_reporter_*' -name '*.o' -exec nm --defined-only {} +
        } 2>/dev/null | sed -n 's/^[^ ]* [WVu] //p' | cat - "$work/weak.txt" >"$work/of_library.txt"
        library_names >>"$work/of_library.txt"
        taken=$(grep -x -F -f "$work/of_library.txt" "$work/of_std.txt" | head -n 1)
    fi
    if [ -z "$taken" ] && [ -s "$work/of_c.txt" ]; then
        library_names >"$work/of_library.txt"
        taken=$(grep -x -F -f "$work/of_library.txt" "$work/of_c.txt" | head -n 1)
    fi
    [ -z "$taken" ] && return 0
    taken=$(c++filt "$taken" 2>/dev/null || echo "$taken")
    echo "error: the solution defines '$taken' anew, which is the standard library's and by which the tests compare" >&2
    return 1
}

# Functions that test files have for themselves, `inline` or made of a template, aren't the solution's to define. (Others
# that it has in its headers are, and so is a case of its own of such a template.)
guard_helpers() {
    [ -s "$work/weak.txt" ] && [ -s "$work/of_cpp.txt" ] || return 0
    grep -x -F -f "$work/weak.txt" "$work/of_cpp.txt" | while read -r symbol; do
        function=$(c++filt "$symbol" 2>/dev/null) || function=$symbol
        name=$(printf '%s\n' "$function" | sed -e 's/<.*//' -e 's/(.*//' -e 's/.*[ :]//' | tr -cd 'A-Za-z0-9_')
        [ -n "$name" ] || continue
        for test in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
            [ -f "$root/$test" ] || continue
            # A type, the name, parameters and a body.
            if tr '\n' ' ' <"$root/$test" | sed -E 's/[^A-Za-z0-9_](return|else|throw|not|and|or|case) / (/g' |
                grep -qE "[A-Za-z0-9_>&*] *[ &*]$name *\\([^{};]*\\)[^{};]*\\{"; then
                echo "error: the solution defines '$function' anew, which the tests define for themselves"
            fi
        done
    done | head -n 1 >"$work/helpers.txt"
    cat "$work/helpers.txt" >&2
    [ ! -s "$work/helpers.txt" ]
}

uses_symbols_of_catch() {
    command -v nm >/dev/null || return 0
    case $catch_libraries in
    *.so) symbols -D --defined-only "$catch_libraries" ;;
    ?*) symbols --defined-only "$catch_libraries" ;;
    *)
        # (A class of the solution's own may stand in another namespace under this name, also in the tests' objects.)
        if [ -n "${catch_objects:-}" ]; then
            symbols --defined-only $catch_objects | grep -E ' _Z[A-Z]*N[A-Z]*5Catch'
        else
            symbols --defined-only "$parts/main.o"
        fi
        ;;
    esac 2>/dev/null | sed -n 's/.* //p' >"$work/of_catch.txt"
    symbols "$1" | sed -n 's/.* \(_Z.*5Catch\)/\1/p' | grep -qxF -f "$work/of_catch.txt"
}

# What the loader calls before the program begins could speak in the place of the keeper; and what the program has under
# a name of the standard library's takes its place, also where tests compare. (Sanitizers and parts of libraries that are
# linked statically have such functions of their own.)
guard_program() {
    command -v readelf >/dev/null || return 0
    readelf -rW -l --dyn-syms "$PROCTOR_PRIVATE/program" >"$work/program.txt" 2>/dev/null
    static= early=IRELATIV
    if ! grep -q INTERP "$work/program.txt"; then
        # The C library is in it, too, and has such code: there the solution's own counts.
        static=yes early=' i '
        for name in $sources; do
            object_of "$name"
            symbols "$object"
        done >"$work/program.txt"
    fi
    if grep -q "$early" "$work/program.txt"; then
        echo "error: the solution has code that runs before the program begins (ifunc or the like)" >&2
        exit 1
    fi
    [ -z "$static" ] || return 0
    case " $flags $libraries " in *" -static-"* | *" -fsanitize"*) return 0 ;; esac
    # (Operators new and delete are anybody's.)
    exported=$(awk '$4 == "FUNC" && $7 ~ /^[0-9]+$/ {
        if ($8 == "main") print $8
        if ($5 == "GLOBAL" && $8 ~ /^_Z/ && $8 !~ /^_Z(n[wa]|d[la])/) print $8
        if ($8 ~ /^((mem|str|strn|strcase|strncase|b|wmem|wcs)cmp|str(n?len|r?chr)|memchr|wcslen)$/) print $8
    }' "$work/program.txt")
    case "
$exported
" in
    *"
main
"*)
        # All of them were asked for (-rdynamic): those that are a library's count.
        library_names >"$work/of_library.txt"
        exported=$(printf '%s\n' "$exported" | grep -x -F -f "$work/of_library.txt")
        ;;
    esac
    taken=${exported%%"$newline"*}
    if [ -n "$taken" ]; then
        echo "error: the solution defines '$taken' anew, which is the standard library's and by which the tests compare" >&2
        exit 1
    fi
}
