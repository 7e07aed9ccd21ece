# Sourced by build.sh: builds a submission by CMake itself, if its CMakeLists.txt asks for what build.sh can't do, and
# looks at what has come of it, as build.sh does.

# The exercise's name is that of the directory, for its CMakeLists.txt: build.sh has made such a name for the submission.
PROCTOR_SOURCE=$work/$PROCTOR_SLUG
export PROCTOR_SOURCE
# Messages name the files of the submission itself.
told="-ffile-prefix-map=$PROCTOR_SOURCE=$root"
# Nothing of the solution needs to run while the test files are there: who asked for a list of tests would get it later.
set -- -DEXERCISM_RUN_ALL_TESTS=1 -DPROCTOR_OF_EXERCISE=1 "-DPROCTOR_PARTS=$parts" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_CATCH_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST
if [ $suite = ON ]; then
    set -- "$@" -DEXERCISM_TEST_SUITE=1 -DPROCTOR_CATCH3=1
    told="$told -isystem $PROCTOR_FOLDER/include-3"
fi
in_own_paths() { sed "s#$PROCTOR_SOURCE/#$root/#g" "$1"; }
sh "$PROCTOR_FOLDER/build-project.sh" "$@" "-DCMAKE_CXX_FLAGS=$told" 2>"$PROCTOR_PRIVATE/errors" || {
    # (CMake would name the place of ours that has found it.)
    if grep -q 'No program of this project is built with Catch2' "$PROCTOR_PRIVATE/errors"; then
        echo "$root/CMakeLists.txt: error: no program in it is built with Catch2" >&2
        exit 1
    fi
    in_own_paths "$PROCTOR_PRIVATE/errors" | sed "s#$PROCTOR_FOLDER/include-3/##g" >&2
    exit 1
}
commands_of_cmake | guard_options || exit 1
ln -sf "$(cut -d '|' -f 2 "$PROCTOR_PRIVATE/programs" | head -n 1)" "$PROCTOR_PRIVATE/program"

# --- What was compiled of the submission, where guard.sh looks for it: $sources, and a link to the object of each.

# Whether a file is there for the sake of Catch2's main function alone.
only_main() {
    grep -qsE '^[[:space:]]*#[[:space:]]*define[[:space:]]+CATCH_CONFIG_MAIN' "$1" && ! grep -qvE \
        '^[[:space:]]*((//.*)|#[[:space:]]*define[[:space:]]+CATCH_CONFIG_[A-Z_]+.*|#[[:space:]]*include[[:space:]]*[<"]([a-z0-9/]*/)?catch[a-z_]*\.hpp[>"].*)?$' "$1"
}

# What the object $1 was compiled from. (ninja keeps that for all of them in one place.)
read_for() {
    if [ -f "$1.d" ]; then
        in_own_paths "$1.d"
    else
        awk -v object="${1#"$PROCTOR_PRIVATE/build/"}:" '/^[^ ]/ { own = index($0, object) == 1; next } own' "$work/read" |
            sed "s#$PROCTOR_SOURCE/#$root/#g"
    fi
}

sources= catch_objects= number=0
ninja -C "$PROCTOR_PRIVATE/build" -t deps >"$work/read" 2>/dev/null
cmake "-DBUILD=$PROCTOR_PRIVATE/build" "-DOUTPUT=$work/units" -P "$PROCTOR_FOLDER/units.cmake" >&2 || exit 1
while IFS='|' read -r file built directory command; do
    [ -f "$built" ] || continue # of a program that isn't built
    number=$((number + 1))
    case $file in
    "$PROCTOR_SOURCE"/*) name=${file#"$PROCTOR_SOURCE"/} ;;
    "$root"/*) name=${file#"$root"/} ;;
    *) continue ;;
    esac
    object_of "$name"
    unit=$object
    case "
${PROCTOR_TESTS:-${snake}_test.cpp}
" in
    *"
$name
"*)
        catch_objects="$catch_objects $unit"
        # What the tests are made of, as guard_tests reads it.
        (cd "$directory" && eval "$command -E -dD -MD -MF '$unit.read' -o '$unit.expanded'") 2>/dev/null
        in_own_paths "$unit.read" >"$unit.d"
        ;;
    *)
        # The exercise's: Catch2 itself, and its main function.
        if [ "${name#test/}" != "$name" ] || only_main "$file"; then
            ln -sf "$built" "$work/$number.o"
            catch_objects="$catch_objects $work/$number.o"
            continue
        fi
        # Two names may become one, and a name may be anything that a pattern in CMakeLists.txt finds.
        case $name in
        *[!A-Za-z0-9_./+-]*) name=$number.cpp ;;
        *) [ ! -e "$unit" ] || name=$number.cpp ;;
        esac
        object_of "$name"
        unit=$object
        ;;
    esac
    ln -sf "$built" "$unit"
    [ -f "$unit.d" ] || read_for "$built" >"$unit.d"
    sources="$sources $name"
done <"$work/units"
# (Such programs have functions of a library's own.)
special='(-static-[a-z+]+|-fsanitize=[a-z,-]*)( |$)'
if grep -qsE "^ *(FLAGS|LINK_FLAGS|LINK_LIBRARIES) = (.* )?$special" "$PROCTOR_PRIVATE/build/build.ninja" ||
    find "$PROCTOR_PRIVATE/build" -name link.txt -exec grep -hE "(^| )$special" {} + | grep -q .; then
    flags="$flags -static-libstdc++ "
fi

expanded() { in_own_paths "$2.expanded"; }
. "$PROCTOR_FOLDER/guard.sh"
guard_tests && guard_read && guard_sources && guard_objects && guard_program && guard_recipe || exit 1
clean_up
exit 0
