# Shared by the scripts here (POSIX sh): which Catch2 there is, and the parts of a test program that don't depend on
# the tests: compiled once into {prepared} by warm.sh, else for each run.

# Messages of the compiler in plain ASCII, as they are in every manual and question on the web.
LC_ALL=C
export LC_ALL
compiler=${CXX:-g++}

# What the compiler and the linker say, without the places of our own files.
in_plain_paths() {
    sed -e "s#$PROCTOR_FOLDER/include-3/##g" ${parts:+-e "s#$parts/##g"} ${work:+-e "s#$work/##g"}
}

# The symbols of objects, as nm shows them. Left alone, nm loads each plugin there is, and LLVM's takes longer than all
# the rest: here it gets that of GCC, whose objects these are.
plugin_of_nm=/usr/lib/bfd-plugins/liblto_plugin.so
symbols() {
    # (An nm that knows no plugins says so, and nothing else.)
    { [ -e $plugin_of_nm ] && nm --plugin $plugin_of_nm "$@" 2>/dev/null; } || nm "$@" 2>/dev/null
}

# object_of SOURCE: sets object to the name of what it's compiled to.
object_of() {
    case $1 in
    *[!A-Za-z0-9_.]*) object=$work/$(printf %s "$1" | tr -c 'A-Za-z0-9_.\n' _).o ;;
    *) object=$work/$1.o ;;
    esac
}

# Sets catch_prefix and catch_library to an installed Catch2 3.
find_catch3() {
    for catch_prefix in "${PROCTOR_PREPARED:-}" /usr/local /usr /opt/catch2 /opt/Catch2; do
        [ -n "$catch_prefix" ] && [ -f "$catch_prefix/include/catch2/catch_all.hpp" ] || continue
        for catch_library in "$catch_prefix"/lib/libCatch2.a "$catch_prefix"/lib64/libCatch2.a \
            "$catch_prefix"/lib/*/libCatch2.a "$catch_prefix"/lib/libCatch2d.a "$catch_prefix"/lib64/libCatch2d.a \
            "$catch_prefix"/lib/libCatch2.so "$catch_prefix"/lib64/libCatch2.so "$catch_prefix"/lib/*/libCatch2.so; do
            [ -f "$catch_library" ] && return 0
        done
    done
    return 1
}

# Sets catch_header to Debian's Catch2 2.
find_catch2() {
    for catch_header in /usr/local/include/catch2/catch.hpp /usr/include/catch2/catch.hpp; do
        [ -f "$catch_header" ] && return 0
    done
    return 1
}

# use_catch3, or use_header FILE: settles which Catch2 the program is built with. Sets
#   catch_kind      installed | header (a single header: Catch2 2, or the amalgamated 3)
#   catch_options   for the compiler
#   catch_libraries for the linker
#   parts           the directory with the compiled parts: prepared, if they are, else empty
use_catch3() {
    catch_kind=installed
    catch_header="$catch_prefix/include/catch2/catch_all.hpp"
    # A test that was written for Catch2 2 includes <catch2/catch.hpp>.
    catch_options="-isystem $PROCTOR_FOLDER/include-3"
    case $catch_prefix in /usr | /usr/local) ;; *) catch_options="$catch_options -isystem $catch_prefix/include" ;; esac
    catch_libraries=$catch_library
    find_parts "$catch_prefix/include/catch2/catch_version_macros.hpp"
}
use_header() {
    catch_kind=header
    catch_header=$1
    # A crash needs no handler here, and that of Catch2 before 2.13.5 doesn't compile with today's C library.
    catch_options=-DCATCH_CONFIG_NO_POSIX_SIGNALS
    catch_libraries=
    find_parts "$catch_header"
}

# A test that was written for Catch2 3 includes <catch2/catch_all.hpp> or some of its parts: names them in directory $1,
# for the single header.
name_catch3_headers() {
    mkdir -p "$1/catch2/matchers" "$1/catch2/generators" "$1/catch2/benchmark"
    for header in catch_all catch_test_macros catch_template_test_macros catch_approx catch_message catch_tostring \
        catch_session matchers/catch_matchers matchers/catch_matchers_all matchers/catch_matchers_string \
        matchers/catch_matchers_vector matchers/catch_matchers_floating_point matchers/catch_matchers_exception \
        matchers/catch_matchers_predicate matchers/catch_matchers_templated generators/catch_generators \
        generators/catch_generators_all generators/catch_generators_adapters generators/catch_generators_random \
        generators/catch_generators_range benchmark/catch_benchmark benchmark/catch_benchmark_all; do
        printf '#pragma once\n#include "%s"\n' "$catch_header" >"$1/catch2/$header.hpp"
    done
    catch_options="$catch_options -isystem $1"
}

# Parts are good for the very Catch2 and the compiler that they were made from.
find_parts() {
    parts_key=$({
        $compiler -dumpfullversion -dumpmachine
        [ -z "$catch_libraries" ] || stat -c '%n %s %Y' $catch_libraries
        cat "$@"
    } | sha256sum | cut -c 1-32)
    parts=${PROCTOR_PREPARED:-}/catch2/$catch_kind-$parts_key
    [ -n "${PROCTOR_PREPARED:-}" ] && [ -f "$parts/complete" ] || parts=
}

# Compiles the parts into the directory $1, all at once; leaves what the compiler says in *.log. The last one, the
# expressions of filters, only if $2 is `filter`.
compile_parts() {
    case $catch_header in
    *catch_amalgamated.hpp) main=${catch_header%.hpp}.cpp ;;
    *)
        main=$PROCTOR_FOLDER/reporter/catch_main.cpp
        if [ $catch_kind = header ]; then
            main=$1/main.cpp
            printf '#define CATCH_CONFIG_MAIN\n#include "%s"\n' "$catch_header" >"$main"
        fi
        ;;
    esac
    header=
    [ $catch_kind = header ] && header="-DPROCTOR_CATCH_HEADER=\"$catch_header\""
    pids=
    # (The parts are for exercises alone: a project's reporter is compiled with the project.)
    for part in reporter main filter; do
        source=$PROCTOR_FOLDER/reporter/$part.cpp
        [ $part = main ] && source=$main
        [ $part = filter ] && [ "${2:-}" != filter ] && continue
        $compiler -std=c++17 -DPROCTOR_OF_EXERCISE $catch_options ${header:+"$header"} -c "$source" -o "$1/$part.o" >"$1/$part.log" 2>&1 &
        pids="$pids $!"
    done
    parts_pids=$pids
}

# True if all that compile_parts began is done well.
parts_compiled() {
    bad=0
    for pid in $parts_pids; do wait "$pid" || bad=1; done
    return $bad
}

# A precompiled header is good for the options that it was made with, as far as they change macros or code.
#   variant STANDARD EXTENSIONS BUILD PEDANTIC -> sets variant and variant_options
use_variant() {
    variant=$1-$2-$3-$4
    case $2 in ON) variant_options=-std=gnu++$1 ;; *) variant_options=-std=c++$1 ;; esac
    case $3 in
    Release) variant_options="$variant_options -O3 -DNDEBUG" ;;
    RelWithDebInfo) variant_options="$variant_options -O2 -DNDEBUG" ;;
    MinSizeRel) variant_options="$variant_options -Os -DNDEBUG" ;;
    esac
}
