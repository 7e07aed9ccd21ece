#!/bin/sh
# Runs a project's tests by its own ./gradlew or by gradle: gradle.sh build PRIVATE, gradle.sh test
# SECONDS PRIVATE WORDS. Gradle writes a class's
# report at the end, so the run stops by itself before SECONDS are over; tests.gradle has told by then which tests began.
set -eu
if [ -f gradlew ]; then gradle="sh ./gradlew"; else gradle=gradle; fi
if [ "$gradle" = gradle ] && ! command -v gradle >/dev/null; then
    echo "Gradle isn't installed, and the project has no ./gradlew: install gradle, or write one by \`gradle wrapper\`." >&2
    exit 127
fi
if [ "$1" = check ]; then exit 0; fi

. "$PROCTOR_FOLDER/reports.sh"
if [ "$1" = build ]; then
    date +%s >"$2/started"
    # shellcheck disable=SC2086  # words
    $gradle --no-daemon --console=plain testClasses </dev/null >"$2/build.log" 2>&1 && exit
    if ! grep -E -A 5 '^([^ ].*\.(java|kt|groovy):[0-9]+|e: ).*' "$2/build.log" | sed "s#^$PROCTOR_ROOT/##" | grep -v -e '^--$' -e '^ *$' -e '^FAILURE:' -e '^[0-9]* errors*$' >&2; then
        sed -n '/What went wrong/,/^\* Try/p' "$2/build.log" | sed '/^\* Try/d' >&2
    fi
    exit 1
fi
private=$3
seconds=$(time_left "$2")
shift 3
export PROCTOR_TELL="$private/told" PROCTOR_FAST=
: >"$private/told"
: >"$private/patterns"
for word in "$@"; do
    case $word in
    # A row of a method is named "rows(int)[2]" or "[2] 1, 2"; what failed outside of methods, "[…]".
    --only=*) printf '%s\n' "${word#--only=}" | sed -E 's/#\[.*//; s/[[({].*//; /[#.]/!s/^[a-z]/*.&/; s/#/./' ;;
    --path=*) printf '%s\n' "${word#--path=}" | sed -E 's#^(.*/)?src/[A-Za-z]*[tT]est[A-Za-z]*/[a-z]+/##; s#/?$##; s#\.(java|kt|groovy)$##; t; s#$#/*#' | tr / . ;;
    --filter=*)
        filter=$(wildcard_of "${word#--filter=}")
        case $filter in
        [A-Z]*) printf '%s\n' "$filter" "*.$filter" ;;   # a class
        *) printf '*.%s\n' "$filter" | tr '#' . ;;
        esac
        ;;
    --fail-fast) PROCTOR_FAST=1 ;;
    esac
done >"$private/patterns"

touch "$private/begun"
code=0
# (Listeners aren't for its configuration cache, and a daemon would stay.)
# shellcheck disable=SC2086  # words
timeout -k 5 "$seconds" $gradle --no-daemon --continue --console=plain --init-script "$PROCTOR_FOLDER/tests.gradle" \
    -Dorg.gradle.configuration-cache=false -Dorg.gradle.unsafe.configuration-cache=false test </dev/null || code=$?
collect_reports "*/build/test-results/*/TEST-*.xml" "*/build/test-results/TEST-*.xml"

# A test that began and never ended. The report of its class, which says nothing of it, isn't there or isn't whole.
case $code in
124 | 137) how="It didn't finish within the $seconds s that Gradle had: look for an endless loop, or for something that it waits for in vain." ;;
*) how="It ended the JVM that ran it." ;;
esac
open_tests | while read -r test; do write_told "${test%%#*}" "${test#*#}" "$how"; done
began=$(sed -n 's/^began \([^#]*\)#.*/\1/p' "$private/told" | sort -u)
if [ -n "$(open_tests)" ]; then
    rest=$(classes_without "$began")
    if [ -n "$rest" ]; then echo "Classes with tests that Gradle didn't come to: $rest. Mend the one that didn't end, or name others by --only." >"$private/left_out"; fi
fi
exit "$code"
