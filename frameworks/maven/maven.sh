#!/bin/sh
# Runs a project's tests by its own ./mvnw or by mvn: maven.sh build PRIVATE, maven.sh test SECONDS PRIVATE WORDS. Surefire writes a class's report
# when the class has ended, so the run stops by itself before SECONDS are over: then the classes that began and haven't
# ended are named, and those that didn't begin.
set -eu
if [ -f mvnw ]; then maven="sh ./mvnw"; else maven=mvn; fi
if [ "$maven" = mvn ] && ! command -v mvn >/dev/null; then
    echo "Maven isn't installed, and the project has no ./mvnw: install Debian's maven." >&2
    exit 127
fi
if [ "$1" = check ]; then exit 0; fi

. "$PROCTOR_FOLDER/reports.sh"
if [ "$1" = files ]; then test_classes; exit; fi

# errors_of_maven LOG: what kept Maven from running any test. "[ERROR] /x/src/A.java:[3,5] error: …" as compilers say it.
errors_of_maven() {
    if grep -q 'COMPILATION ERROR' "$1"; then
        sed -n -E 's/^\[ERROR\] (\/.*):\[([0-9]+),([0-9]+)\] (error: )?/\1:\2:\3: error: /p; s/^\[ERROR\]   (symbol|location|reason|required|found): /  \1: /p' "$1" |
            awk '!seen[$0]++' | sed "s#^$PROCTOR_ROOT/##"
    else
        sed -n 's/^\[ERROR\] //p' "$1" | grep -v -E '^(-> \[Help|To see the full|Re-run Maven|For more information|\[Help [0-9])|^ *$'
    fi
}

if [ "$1" = build ]; then
    date +%s >"$2/started"
    # shellcheck disable=SC2086  # words
    $maven -B -fae -Dstyle.color=never test-compile </dev/null >"$2/build.log" 2>&1 && exit
    errors_of_maven "$2/build.log" >&2
    exit 1
fi
private=$3
seconds=$(time_left "$2")
shift 3
log=$private/maven.log
goal="test"
if find . -name pom.xml -not -path '*/target/*' -exec grep -q maven-failsafe-plugin {} +; then goal=verify; fi

# What to run: Surefire's patterns are CLASS#METHOD, a path of a class, or both.
chosen=
path=
filter=
fast=-fae
for word in "$@"; do
    case $word in
    --only=*)
        # A row of a method is named "rows{int}[2]" or "rows(int)[2]"; what failed outside of methods, "[…]". A
        # method whose class nobody has said is that of any class.
        one=$(printf %s "${word#--only=}" | sed -E 's/#(\[.*|ended early)$//; s/[[({].*//; /[#.]/!s/^[a-z]/*#&/')
        chosen=$chosen${chosen:+,}$one
        ;;
    --without=*) printf '%s.java\n' "$(printf %s "${word#--without=}" | tr . /)" >>"$private/without" ;;
    --path=*) path=$(printf %s "${word#--path=}" | sed -E 's#^(.*/)?src/test/[a-z]+/##; s#/$#/**#; /\*|\.[a-z]+$/!s#$#/**#; /\//!s#^#**/#') ;;
    --filter=*) filter=${word#--filter=} ;;
    --fail-fast) fast="-ff -Dsurefire.skipAfterFailureCount=1" ;;
    esac
done
if [ -n "$filter" ]; then
    filter=$(wildcard_of "$filter")
    case $filter in
    *'#'* | [A-Z]*) path=$filter ;;   # a class, as Maven itself takes it
    *) path="${path:-*}#$filter" ;;
    esac
fi
if [ -n "$path" ]; then chosen=$path; fi
# shellcheck disable=SC2086  # words
set -- -B $fast
if [ -n "$chosen" ]; then
    set -- "$@" "-Dtest=$chosen" "-Dit.test=$chosen" -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
fi
# Where a project has no excludes of its own, Surefire leaves out nested classes, which are run with those around them.
if [ -f "$private/without" ]; then
    if ! find . -name pom.xml -not -path '*/target/*' -exec grep -q '<exclude' {} +; then echo '**/*$*' >>"$private/without"; fi
    set -- "$@" "-Dsurefire.excludesFile=$private/without" "-Dfailsafe.excludesFile=$private/without"
fi

touch "$private/begun"
{
    # shellcheck disable=SC2086  # words
    timeout -k 5 "$seconds" $maven "$@" -Dstyle.color=never "$goal" </dev/null 2>&1 || echo $? >"$private/code"
} | tee "$log"
code=$(cat "$private/code" 2>/dev/null || echo 0)
collect_reports "*/target/surefire-reports/TEST-*.xml" "*/target/failsafe-reports/TEST-*.xml"

if [ "$code" -ne 0 ] && ! has_reports; then errors_of_maven "$log" | head -n 30 >&2; fi

# A class that Surefire said is "Running", and never said the results of.
began=$(sed -n -E 's/^(\[INFO\] )?Running ([A-Za-z_$][^ ]*)$/\2/p' "$log" | sort -u)
ended=$(sed -n -E 's/^.*Tests run: .* -+ in ([^ ]+)$/\1/p' "$log" | sort -u)
open=$(printf '%s\n' "$began" | grep -v -x -F -e "$ended" || true)
case $code in
124 | 137) how="It didn't finish within the $seconds s that Maven had: look for an endless loop, or for something that it waits for in vain." ;;
*) how="It ended the JVM that ran it." ;;
esac
lost=
for class in $open; do
    # (Anybody may print "Running migrations".)
    if has_source "$class"; then write_error "$class" "$how"; lost=$class; fi
done
if [ -n "$lost" ]; then
    if [ "$code" -eq 0 ]; then code=1; fi
    rest=$(classes_without "$began")
    if [ -n "$rest" ]; then echo "Classes with tests that Maven didn't come to: $rest. Mend the one that didn't end, or name others by --only." >"$private/left_out"; fi
fi
exit "$code"
