#!/bin/sh
# Fills {prepared}: the reporter and the main function, compiled, and Catch2's header, precompiled, for each Catch2 that
# there is: the installed ones, and the single headers named in PROCTOR_CATCH_HEADERS (one a line).
set -eu
. "$PROCTOR_FOLDER/common.sh"
if [ -z "${PROCTOR_PREPARED:-}" ]; then
    echo "There is no directory to prepare: PROCTOR_PREPARED is empty" >&2
    exit 1
fi

# The variants: what exercises ask for. Each takes some 85 MB for Catch2 3.
variants='17 OFF Debug pedantic
17 OFF Release pedantic'

# What is loaded into the compiler, if that says nothing about it and makes the same of a source.
prepare_memory() {
    ${CC:-cc} -O2 -shared -fPIC -o "$new/maybe.so" "$PROCTOR_FOLDER/memory.c" 2>/dev/null || return 0
    printf 'TEST_CASE("one") { REQUIRE(1 + 1 == 2); }\n' >"$new/some.cpp"
    use_variant 17 OFF Debug pedantic
    compile_some plain.o "" && compile_some with.o "$new/maybe.so" 2>"$new/said" && [ ! -s "$new/said" ] &&
        cmp -s "$new/plain.o" "$new/with.o" && mv "$new/maybe.so" "$new/memory.so"
    rm -f "$new/maybe.so" "$new/some.cpp" "$new/plain.o" "$new/with.o" "$new/said"
}
compile_some() {
    LD_PRELOAD=$2 $compiler $variant_options -Wpedantic $catch_options \
        -include "$new/$variant/catch.hpp" -c "$new/some.cpp" -o "$new/$1"
}

prepare() {
    if [ -n "$parts" ]; then
        echo "ready: $parts ($catch_header)"
        return 0
    fi
    final=$PROCTOR_PREPARED/catch2/$catch_kind-$parts_key
    new=$final.new.$$
    rm -rf "$new"
    mkdir -p "$new"
    compile_parts "$new" filter
    if ! parts_compiled; then
        cat "$new"/*.log >&2
        rm -rf "$new"
        return 1
    fi
    echo "$variants" | while read -r standard extensions build pedantic; do
        use_variant "$standard" "$extensions" "$build" "$pedantic"
        mkdir "$new/$variant"
        if [ "$catch_kind" = installed ]; then
            echo '#include <catch2/catch_all.hpp>' >"$new/$variant/catch.hpp"
        else
            # By an include, because warnings of the main file count.
            cp "$catch_header" "$new/$variant/catch_single.hpp"
            echo '#include "catch_single.hpp"' >"$new/$variant/catch.hpp"
        fi
        $compiler $variant_options -Wpedantic $catch_options -x c++-header "$new/$variant/catch.hpp" \
            -o "$new/$variant/catch.hpp.gch"
    done
    prepare_memory
    : >"$new/complete"
    rm -rf "$final"
    mv "$new" "$final"
    echo "made: $final ($catch_header)"
}

found=0
if find_catch3; then
    found=1
    use_catch3
    prepare
fi
if find_catch2; then
    found=1
    use_header "$catch_header"
    prepare
fi
for catch_header in ${PROCTOR_CATCH_HEADERS:-}; do
    found=1
    use_header "$catch_header"
    prepare
done
if [ $found = 0 ]; then
    echo "Catch2 isn't installed: nothing to prepare but for exercises that bring it along" >&2
fi
