#!/bin/sh
# Runs a project's tests by its own ./gradlew or by gradle: gradle.sh test SECONDS PRIVATE WORDS. Gradle writes a class's
# report at the end, so the run stops by itself before SECONDS are over; tests.gradle has told by then which tests began.
set -eu
if [ -f gradlew ]; then gradle="sh ./gradlew"; else gradle=gradle; fi
if [ "$gradle" = gradle ] && ! command -v gradle >/dev/null; then
    echo "Gradle isn't installed, and the project has no ./gradlew: install gradle, or write one by \`gradle wrapper\`." >&2
    exit 127
fi
if [ "$1" = check ]; then exit 0; fi

. "$PROCTOR_FOLDER/reports.sh"
seconds=$2
private=$3
shift 3
export PROCTOR_TELL="$private/told" PROCTOR_FAST=
: >"$private/told"
: >"$private/patterns"
for word in "$@"; do
    case $word in
    # A row of a method is named "rows(int)[2]" or "[2] 1, 2"; what failed outside of methods, "[…]".
    --only=*) printf '%s\n' "${word#--only=}" | sed -E 's/#\[.*//; s/[[({].*//; s/#/./' ;;
    --path=*) printf '%s\n' "${word#--path=}" | sed -E 's#^(.*/)?src/[A-Za-z]*[tT]est[A-Za-z]*/[a-z]+/##; s#/?$##; s#\.(java|kt|groovy)$##; t; s#$#/*#' | tr / . ;;
    --filter=*) printf '*%s*\n' "${word#--filter=}" | sed 's/#/./; s/\*\*/*/g' ;;
    --fail-fast) PROCTOR_FAST=1 ;;
    esac
done >"$private/patterns"

touch "$private/begun"
code=0
# (Listeners aren't for its configuration cache, and a daemon would stay.)
timeout -k 5 "$((seconds - seconds / 10 - 1))" $gradle --no-daemon --continue --console=plain --init-script "$PROCTOR_FOLDER/tests.gradle" \
    -Dorg.gradle.configuration-cache=false -Dorg.gradle.unsafe.configuration-cache=false test </dev/null || code=$?
collect_reports "*/build/test-results/*/TEST-*.xml" "*/build/test-results/TEST-*.xml"

# A test that began and never ended. The report of its class, which says nothing of it, isn't there or isn't whole.
case $code in
124 | 137) how="It didn't finish within the $((seconds - seconds / 10 - 1)) s that Gradle had: look for an endless loop, or for something that it waits for in vain." ;;
*) how="It ended the JVM that ran it." ;;
esac
open_tests | while read -r test; do write_told "${test%%#*}" "${test#*#}" "$how"; done
began=$(sed -n 's/^began \([^#]*\)#.*/\1/p' "$private/told" | sort -u)
if [ -n "$(open_tests)" ]; then
    rest=$(classes_without "$began")
    if [ -n "$rest" ]; then echo "Classes with tests that Gradle didn't come to: $rest. Mend the one that didn't end, or name others by --only." >"$private/left_out"; fi
fi
exit "$code"
