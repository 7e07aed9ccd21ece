#!/bin/sh
# Builds the test program of a submission, {private}/program: what the exercise's CMakeLists.txt asks for, by direct
# calls of the compiler, with Catch2's header precompiled and the reporter linked in. What can't be done directly is
# left to CMake.
set -u
. "$PROCTOR_FOLDER/common.sh"
root=$PROCTOR_ROOT
work=$PROCTOR_PRIVATE/work
TMPDIR=$work
export TMPDIR
mkdir -p "$work"
snake=$PROCTOR_SLUG
case $snake in *-*) snake=$(printf %s "$snake" | tr - _) ;; esac

# What was made of the tests isn't to be found when they run. (The submission's other name may stand in the program.)
clean_up() {
    find "$work" -mindepth 1 -maxdepth 1 ! -name "$PROCTOR_SLUG" -exec rm -rf {} +
    rm -f "$PROCTOR_PRIVATE/build.log" "$PROCTOR_PRIVATE/errors"
}

# --- What is to be built.

# The test file that decides about Catch2: the first one that is there.
test_file=
for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do
    case $name in *.cpp | *.cc | *.cxx) [ -f "$root/$name" ] && test_file=$root/$name && break ;; esac
done
if [ -z "$test_file" ]; then
    echo "There is no test file: looked for" ${PROCTOR_TESTS:-${snake}_test.cpp} >&2
    exit 1
fi

# A precompiled header would stand for one that is read and checked.
find "$root" \( -name '*.gch' -o -name '*.pch' \) -prune -exec rm -rf {} +

# guard_words ALONE FILES: whether a solution's files, one a line, leave the tests' names alone.
guard_words() {
    set -f
    IFS='
'
    # shellcheck disable=SC2086
    awk -v alone="$1" -v root="$root/" -v tests="${PROCTOR_TESTS:-${snake}_test.cpp}" \
        -f "$PROCTOR_FOLDER/words.awk" -f "$PROCTOR_FOLDER/guard.awk" $2
    words_are=$?
    unset IFS
    set +f
    return $words_are
}

# A solution that makes something else of what the tests say isn't tested at all: its files are looked at before its
# CMakeLists.txt, which may change them, has its say. (If it's in files that may not belong to the program at all, what the
# compiler has read decides.)
blamed=
own_files=$(find "$root" -type f -size -512k ! -path "$root/test/*" ! -path "$root/.*" ! -path "*/build/*" \
    \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.[ch]xx' -o -name '*.cc' -o -name '*.hh' -o -name '*.[it]pp' \
    -o -name '*.inc' -o -name '*.inl' -o -name '*.def' -o -name '*.txt' -o -name '*.in' \) ! -name CMakeLists.txt)
IFS='
'
set -f
found_files=$own_files own_files=
for file in $found_files; do
    for name in ${PROCTOR_TESTS:-${snake}_test.cpp}; do [ "$file" != "$root/$name" ] || continue 2; done
    own_files="$own_files$file
"
done
if [ -n "$own_files" ]; then
    alone=1
    # shellcheck disable=SC2086
    grep -q -s 'include.*\.\(c\|cc\|cpp\|cxx\)[">]' $own_files "$root/${snake}_test.cpp" && alone=0
    blamed=$(guard_words $alone "$own_files") || blamed=${blamed:-error}
fi
set +f
unset IFS

# The site's image has Catch2 3 installed, and the exercises know (EXERCISM_TEST_SUITE). Without it, the header that the
# exercise brings along for the student's own computer will do.
own_header=
for name in test/catch.hpp test/catch_amalgamated.hpp catch.hpp catch_amalgamated.hpp test/catch2/catch.hpp; do
    [ -f "$root/$name" ] && own_header=$root/$name && break
done
suite=ON
if grep -q '<catch2/' "$test_file" && find_catch3; then
    use_catch3
elif [ -n "$own_header" ]; then
    suite=OFF
    use_header "$own_header"
elif find_catch3; then
    use_catch3
elif find_catch2; then
    use_header "$catch_header"
else
    echo "Catch2 is neither installed here nor part of the exercise (test/catch.hpp)" >&2
    exit 1
fi

[ $catch_kind = header ] && name_catch3_headers "$work/include"

. "$PROCTOR_FOLDER/guard-recipe.sh"
sources= defines= flags= links= includes= standard= extensions= build=Debug by_cmake=
if [ -f "$root/CMakeLists.txt" ] && command -v cmake >/dev/null; then
    # The exercise's name is that of the directory, for its CMakeLists.txt.
    ln -sfn "$root" "$work/$PROCTOR_SLUG"
    remember_tests
    cmake "-DSOURCE=$work/$PROCTOR_SLUG" "-DOUTPUT=$work/recipe" -DCATCH=$suite -P "$PROCTOR_FOLDER/recipe.cmake" \
        >"$work/recipe.log" 2>&1
    default_standard=17 default_extensions=ON complete=no
    while read -r key value; do
        case $value in *[!A-Za-z0-9_./:+=,@%~-]*) key=unknown ;; esac
        case $key in
        source)
            # As file(GLOB) and CMAKE_CURRENT_SOURCE_DIR name them.
            value=${value#"$work/$PROCTOR_SLUG/"}
            value=${value#"$root/"}
            case ${value#./} in *.h | *.hpp | *.hh | *.hxx) ;; /*) by_cmake=yes ;; *) sources="$sources ${value#./}" ;; esac
            ;;
        define) defines="$defines -D${value#-D}" ;;
        flag) flags="$flags $value" ;;
        include) case $value in /*) includes="$includes -I$value" ;; *) includes="$includes -I$root/$value" ;; esac ;;
        standard) standard=$value ;;
        extensions) extensions=$value ;;
        default_standard) default_standard=$value ;;
        default_extensions) default_extensions=$value ;;
        build) build=$value ;;
        link) links="$links $value" ;;
        complete) complete=yes ;;
        *) by_cmake=yes ;;
        esac
    done <"$work/recipe"
    standard=${standard:-$default_standard} extensions=${extensions:-$default_extensions}
    # (With older ones than Catch2 needs, CMake takes that.)
    case $standard in 98 | 11) by_cmake=yes ;; esac
    [ $complete = yes ] && [ -n "$sources" ] || by_cmake=yes
    echo "$flags $links" | guard_options || exit 1
else
    # As the exercises' CMakeLists.txt has it.
    sources=${test_file#"$root"/}
    if [ -f "$root/$snake.cpp" ] && ! grep -q "#include \"$snake.cpp\"" "$test_file"; then
        sources="$sources $snake.cpp"
    fi
    flags="-Wall -Wextra -Wpedantic -Werror"
    standard=17 extensions=OFF
    [ $suite = ON ] && defines=-DEXERCISM_TEST_SUITE
    defines="$defines -DEXERCISM_RUN_ALL_TESTS"
fi

libraries=
for name in $links; do
    case $name in
    Catch2::*) ;;
    Threads::Threads | pthread) libraries="$libraries -pthread" ;;
    TBB::tbb) libraries="$libraries -ltbb" ;;
    Boost::headers | Boost::boost) ;;
    Boost::*)
        # Some of Boost's libraries have become headers only.
        library=boost_${name#Boost::}
        case $($compiler -print-file-name="lib$library.so") in
        /*) libraries="$libraries -l$library" ;;
        *) case $($compiler -print-file-name="lib$library.a") in /*) libraries="$libraries -l$library" ;; esac ;;
        esac
        ;;
    -l* | -pthread) libraries="$libraries $name" ;;
    *::* | -* | /*) by_cmake=yes ;;
    *) libraries="$libraries -l$name" ;;
    esac
done

# (It may also make files of others.)
if [ -n "$blamed" ] && { [ -n "$by_cmake" ] || grep -qsiE \
    '(^|[^a-z_])((configure_)?file|include|cmake_language|execute_process)[[:space:]]*\(' "$root/CMakeLists.txt"; }; then
    printf '%s\n' "$blamed" >&2
    exit 1
fi

if [ -n "$by_cmake" ]; then
    . "$PROCTOR_FOLDER/build-by-cmake.sh"
fi

# The test files first, in their own order: tests run in the order in which they are linked. (Also those that the recipe
# doesn't name.)
tests=
for name in ${PROCTOR_TESTS:-}; do
    case $name in *tests-main.cpp | *catch_amalgamated.cpp) continue ;; *.cpp | *.cc | *.cxx) ;; *) continue ;; esac
    [ -f "$root/$name" ] && tests="$tests $name"
done
for name in $sources; do
    case " $tests " in *" $name "*) ;; *) tests="$tests $name" ;; esac
done
sources=$tests

# --- Compiling.

memory= # what is loaded into the compiler
if [ -n "$parts" ]; then
    [ -f "$parts/memory.so" ] && memory=$parts/memory.so
else
    parts=$work
    parts_pids=
    compile_parts "$work"
    began_parts=yes
fi

pedantic=plain
case " $flags " in *" -Wpedantic "* | *" -pedantic "*) pedantic=pedantic ;; esac
use_variant "$standard" "$extensions" "$build" $pedantic
# What the assembler is to read shows while it's compiled, and not when it's linked.
case " $flags" in *" -flto"*) flags="$flags -fno-lto" ;; esac
options="$variant_options $flags $defines $includes $catch_options"

compile() { # SOURCE OUTPUT LOG [OPTION...]: in the background; sets pid
    source=$1 output=$2 log=$3
    shift 3
    LD_PRELOAD=$memory $compiler -pipe $options "$@" -MD -MF "$output.d" "-Wa,--MD,$output.as" -c "$source" -o "$output" >"$log" 2>&1 &
    pid=$!
}

# The file up to where Catch2 is included.
before_catch() {
    awk '/^[ \t]*#[ \t]*(if|ifdef|ifndef)[^a-zA-Z_].*EXERCISM_TEST_SUITE/ { exit }
         /^[ \t]*#[ \t]*include.*catch/ { exit }
         { print }' "$1"
}
# Lines that aren't empty or a comment.
code_lines() { grep -v -E '^[[:space:]]*(//.*)?$'; }

# A macro by which the system's headers become others (_GLIBCXX_DEBUG, _GNU_SOURCE, NDEBUG, …) counts from the first of
# them on: the precompiled header would come before it. (What a source that is compiled by itself defines is its own
# affair.)
precompile=yes
named='_(GLIBCXX|GNU|POSIX|XOPEN|FORTIFY|FILE_OFFSET|TIME_BITS|LARGEFILE|ISOC|DEFAULT|BSD|SVID|ATFILE|REENTRANT|THREAD_SAFE)'
named="#[[:space:]]*(define|undef)[[:space:]]+($named|__(STDC|GLIBCXX|STRICT_ANSI|USE)_|NDEBUG([^A-Za-z0-9_]|\$))"
find "$root" -type f ! -name 'catch*.hpp' ! -path "$root/.git/*" -exec grep -alE "$named" {} + >"$work/defining.txt"
while read -r name; do
    name=${name#"$root/"}
    case "
${PROCTOR_TESTS:-${snake}_test.cpp}
" in
    *"
$name
"*) precompile= ;;
    *) case $name in *.c | *.cc | *.cpp | *.cxx) [ "${alone:-0}" = 1 ] || precompile= ;; *) precompile= ;; esac ;;
    esac
done <"$work/defining.txt"

# With the precompiled header, Catch2 and what it includes come first, and what the student forgot to include would be
# there. So what stands before Catch2 in a test file is compiled by itself, too, unless that is just the header which
# the solution's own file includes first.
objects= jobs= precompiled= main=$parts/main.o
for name in $sources; do
    source=$root/$name
    object_of "$name"
    if [ ! -f "$source" ]; then
        # A main function for Catch2 is among the prepared parts.
        case $name in test/tests-main.cpp) continue ;; esac
        echo "$source: this file is missing" >&2
        exit 1
    fi
    # The main function for Catch2 2 is among the prepared parts.
    if [ $catch_kind = header ] && grep -q '^[[:space:]]*#[[:space:]]*define[[:space:]][[:space:]]*CATCH_CONFIG_MAIN' "$source"; then
        grep -q 'TEST_CASE' "$source" || continue
        # The oldest test files bring it themselves. (It isn't in the precompiled header.)
        main=
        objects="$objects $object"
        compile "$source" "$object" "$object.log"
        jobs="$jobs $pid:plain:$name"
        continue
    fi
    case $name in *catch_amalgamated.cpp) continue ;; esac
    objects="$objects $object"
    if [ -n "$precompile" ] && grep -q '^[[:space:]]*#[[:space:]]*include.*catch' "$source" && [ -f "$parts/$variant/catch.hpp.gch" ]; then
        compile "$source" "$object" "$object.log" -include "$parts/$variant/catch.hpp"
        jobs="$jobs $pid:fast:$name" precompiled="$precompiled $name"
        before_catch "$source" >"$work/preamble.txt"
        line=$(code_lines <"$work/preamble.txt")
        covered=
        [ -z "$line" ] && covered=yes
        for other in $sources; do
            [ "$other" = "$name" ] && continue
            [ "$(code_lines <"$root/$other" | head -n 1)" = "$line" ] && covered=yes
        done
        if [ -z "$covered" ]; then
            { printf '#line 1 "%s"\n' "$source"; cat "$work/preamble.txt"; } >"$object.preamble.cpp"
            compile "$object.preamble.cpp" "$object.preamble" "$object.preamble.log" -fsyntax-only -iquote "$(dirname "$source")"
            jobs="$jobs $pid:preamble:$name"
        fi
    else
        compile "$source" "$object" "$object.log"
        jobs="$jobs $pid:plain:$name"
    fi
done

# Whatever fails with the precompiled header is compiled again as anybody would: only that counts.
again=
failed=
for job in $jobs; do
    pid=${job%%:*} name=${job##*:} how=${job#*:}
    how=${how%%:*}
    wait "$pid" && continue
    case $how in
    plain) failed="$failed $name" ;;
    *) case " $again " in *" $name "*) ;; *) again="$again $name" ;; esac ;;
    esac
done
jobs=
for name in $again; do
    object_of "$name"
    compile "$root/$name" "$object" "$object.log"
    jobs="$jobs $pid:$name"
done
for job in $jobs; do wait "${job%%:*}" || failed="$failed ${job#*:}"; done

if [ -n "$failed" ]; then
    if [ -n "$blamed" ]; then
        for name in $failed; do
            object_of "$name"
            # shellcheck disable=SC2086
            $compiler $options -MM -MG -MF "$object.d" "$root/$name" 2>/dev/null
        done
        . "$PROCTOR_FOLDER/guard.sh"
        guard_read || exit 1
    fi
    : >"$work/shown"
    for name in $failed; do
        object_of "$name"
        log=$object.log
        # An error in a header is found once for each file that includes it.
        if grep -E 'error:' "$log" | grep -q -v -x -F -f "$work/shown" || ! grep -q 'error:' "$log"; then
            # Of a brace that a header leaves open, the compiler tells behind all that Catch2 isn't within it.
            awk 'NR > FNR { print; next }
                /error: expected [^ ]*}[^ ]* at end of input/ { told = errors > 9 }
                !/^ |: note: |at end of input/ { told = 0 }
                told
                / error: / { errors++ }' "$log" "$log" | in_plain_paths >&2
        fi
        grep -E 'error:' "$log" >>"$work/shown"
    done
    exit 1
fi

if [ -n "${began_parts:-}" ] && ! parts_compiled; then
    echo "The reporter can't be compiled with this Catch2 ($catch_header):" >&2
    cat "$work"/reporter.log "$work"/main.log >&2
    exit 1
fi

# As it was compiled: what a header says may depend on whether Catch2 is there already.
expanded() {
    case " $again " in
    *" $1 "*) set -- "$1" ;;
    *) case " $precompiled " in *" $1 "*) set -- "$1" -include "$parts/$variant/catch.hpp" ;; *) set -- "$1" ;; esac ;;
    esac
    expanded_source=$root/$1
    shift
    LD_PRELOAD=$memory $compiler $options "$@" -E -dD "$expanded_source" 2>/dev/null
}

# --- Linking, and meanwhile looking at what was compiled. The reporter first: what its keeper begins with runs before all
# else.

link() {
    $compiler "$@" -o "$PROCTOR_PRIVATE/program" "$parts/reporter.o" $objects \
        ${main:+"$main"} $libraries $catch_libraries
}
fast=
command -v ld.gold >/dev/null && fast=-fuse-ld=gold
link $fast >"$work/link.log" 2>&1 &
linking=$!
. "$PROCTOR_FOLDER/guard.sh"
guard_tests && guard_read && guard_sources && guard_objects && guarded=yes || guarded=
wait $linking && linked=yes || linked=
[ -n "$guarded" ] && guard_recipe || exit 1
[ -n "$linked" ] && guard_program && clean_up && exit 0

# (It would name the place of ours.)
if grep -q 'multiple definition of .main' "$work/link.log"; then
    for name in $sources; do
        object_of "$name"
        symbols "$object" | grep -q ' T main$' || continue
        # (In a header, if a test file has it.)
        place="$root/$name: "
        case "
${PROCTOR_TESTS:-${snake}_test.cpp}
" in *"
$name
"*) place= ;; esac
        echo "${place}error: the solution has a function 'main': leave it out, as the tests bring one of their own" >&2
        exit 1
    done
fi

# The linker names lines only if there is debugging information.
jobs=
for name in $sources; do
    object_of "$name"
    case " $objects " in *" $object "*) ;; *) continue ;; esac
    compile "$root/$name" "$object" "$object.log" -g1
    jobs="$jobs $pid"
done
for pid in $jobs; do wait "$pid"; done
link >"$work/link.log" 2>&1 && guard_program && guard_recipe && clean_up && exit 0
in_plain_paths <"$work/link.log" >&2
exit 1
