# Sourced (POSIX sh): reports that a JVM's build tool has left in a project, for Maven and Gradle. $private is this run's.

# time_left SECONDS: how long the tests may take so that there is time to say what they came to. Building has taken its part.
time_left() {
    begun=$(cat "$private/started" 2>/dev/null || date +%s)
    left=$(($1 - $1 / 10 - 1 - ($(date +%s) - begun)))
    if [ "$left" -lt 1 ]; then left=1; fi
    echo "$left"
}

# collect_reports GLOB…: copies those that this run has written (newer than $private/begun) to $private/reports.
collect_reports() {
    mkdir -p "$private/reports"
    for glob in "$@"; do
        find . -path "./.git" -prune -o -type f -path "$glob" -newer "$private/begun" -print
    done | sort -u | while read -r file; do
        cp "$file" "$private/reports/$(printf %s "${file#./}" | tr / _)"
    done
}

has_reports() { [ -n "$(ls "$private/reports")" ]; }

# has_source CLASS: whether a file of the project is called so.
has_source() {
    source=$(printf %s "${1%%\$*}" | tr . /)
    [ -n "$(find . -path "*/$source.java" -print -quit -o -path "*/$source.kt" -print -quit -o -path "*/$source.groovy" -print -quit)" ]
}

# write_error CLASS WORDS: a report of a class that has none, as it never came to its end.
write_error() {
    echo "<testsuite name=\"$1\"><testcase classname=\"$1\" name=\"ended early\"><error message=\"$2\"/></testcase></testsuite>" \
        >"$private/reports/ended_early-$1.xml"
}

# test_classes: the classes of test files, by their names.
test_classes() {
    find . -path '*/src/test/*' \( -name '*Test.java' -o -name 'Test*.java' -o -name '*Tests.java' -o -name '*TestCase.java' \) |
        sed -E 's#^.*/src/test/[a-z]+/##; s#\.java$##; s#/#.#g' | sort -u
}

# classes_without NAMES: those that aren't among these.
classes_without() { test_classes | grep -v -x -F -e "$1" | paste -s -d , | sed 's/,/, /g'; }

# wildcard_of FILTER: a pattern with `*` for a filter, which is a regular expression: neither tool takes one of those.
wildcard_of() {
    text=$1 before='*' after='*'
    case $text in '^'*) before='' text=${text#^} ;; esac
    case $text in
    *'($|\()') after='' text=${text%'($|\()'} ;;
    *'$') after='' text=${text%\$} ;;
    esac
    text=$(printf %s "$text" | sed 's/\.\*/*/g; s/\\\././g; s/::/#/g')
    case $text in
    *[][\\^\$+?\(\)\{\}\|]*)
        echo "--filter: Maven and Gradle choose tests by names, in which .* may stand, and not by this regular expression: $1" >&2
        exit 1
        ;;
    esac
    printf %s "$before$text$after"
}
