# Sourced (POSIX sh): reports that a JVM's build tool has left in a project, for Maven and Gradle. $private is this run's.

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

# write_error CLASS WORDS: a report of a class that has none, as it never came to its end.
write_error() {
    class=$(printf %s "$1" | tr -d '<>&"')
    rm -f "$private/reports/"*"TEST-$class.xml"
    cat >"$private/reports/ended_early-$class.xml" <<END
<testsuite name="$class" tests="1" errors="1"><testcase classname="$class" name="[ended early]"><error message="$2"/></testcase></testsuite>
END
}

# classes_without NAMES: the classes of test files, by their names, that aren't among these.
classes_without() {
    find . -path '*/src/test/*' \( -name '*Test.java' -o -name 'Test*.java' -o -name '*Tests.java' -o -name '*TestCase.java' \) |
        sed -E 's#^.*/src/test/[a-z]+/##; s#\.java$##; s#/#.#g' | sort -u | grep -v -x -F -e "$1" | paste -s -d , | sed 's/,/, /g'
}
