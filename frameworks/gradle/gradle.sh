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
if [ "$1" = files ]; then test_classes; exit; fi
if [ "$1" = build ]; then
    date +%s >"$2/started"
    # shellcheck disable=SC2086  # words
    $gradle --no-daemon --console=plain testClasses </dev/null >"$2/build.log" 2>&1 && exit
    if ! grep -E -A 5 '^([^ ].*\.(java|kt|groovy):[0-9]+|e: ).*' "$2/build.log" | sed -E "s#^(:[[:alnum:]_-]+)+/#/#; s#^$PROCTOR_ROOT/##" | grep -v -e '^--$' -e '^ FAILED$' -e '^ *$' -e '^FAILURE:' -e '^[0-9]* errors*$' >&2; then
        sed -n '/What went wrong/,/^\* Try/p' "$2/build.log" | sed '/^\* Try/d' >&2
    fi
    exit 1
fi
private=$3
seconds=$(time_left "$2")
shift 3
export PROCTOR_TELL="$private/told" PROCTOR_FAST=
: >"$private/told"
: >"$private/without"
for word in "$@"; do
    case $word in
    # A row of a method is named "rows(int)[2]" or "[2] 1, 2"; what failed outside of methods, "[…]".
    --only=*) printf '%s\n' "${word#--only=}" | sed -E 's/#\[.*//; s/[[({].*//; /[#.]/!s/^[a-z]/*.&/; s/#/./' ;;
    --without=*) printf '%s\n' "${word#--without=}" | tr . / >>"$private/without" ;;
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

# Gradle writes its reports when a task has ended, and not of classes whose JVM has gone: then what was told counts.
case $code in
124 | 137) how="It didn't finish within the $seconds s that Gradle had: look for an endless loop, or for something that it waits for in vain." ;;
*) how="The JVM ended early: this test, or one behind it, has ended it." ;;   # what is told last may not arrive
esac
lost=
cut -f 2 "$private/told" | sort -u >"$private/classes"
while read -r class; do
    open=$(awk -F '\t' -v class="$class" '$2 == class { open[$3] = $1 == "began" } END { for (name in open) n += open[name]; print n + 0 }' "$private/told")
    if [ "$open" -eq 0 ] && ls "$private/reports/"*"TEST-$class.xml" >/dev/null 2>&1; then continue; fi
    rm -f "$private/reports/"*"TEST-$class.xml"
    lost=$class
    awk -F '\t' -v class="$class" -v how="$how" '
        function xml(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/"/, "\\&quot;", text); return text }
        $2 != class { next }
        !($3 in state) { order[++count] = $3 }
        { state[$3] = $1 == "began" ? "open" : $4; why[$3] = $5 }
        END {
            print "<testsuite>"
            for (i = 1; i <= count; i++) {
                name = order[i]
                printf "<testcase classname=\"%s\" name=\"%s\">", xml(class), xml(name)
                if (state[name] == "open") printf "<error message=\"%s\"/>", xml(how)
                else if (state[name] == "FAILURE") printf "<failure message=\"%s\"/>", xml(why[name])
                else if (state[name] == "SKIPPED") printf "<skipped/>"
                print "</testcase>"
            }
            print "</testsuite>"
        }' "$private/told" >"$private/reports/told-$class.xml"
done <"$private/classes"
if [ -n "$lost" ]; then
    if [ "$code" -eq 0 ]; then code=1; fi   # Gradle takes a JVM that ended with 0 for one that ended well
    rest=$(classes_without "$(cat "$private/classes")")
    if [ -n "$rest" ]; then echo "Classes with tests that Gradle didn't come to: $rest. Mend the one that didn't end, or name others by --only." >"$private/left_out"; fi
fi
exit "$code"
