#!/bin/sh
# Reads large reports with proctor's readers and with what others have for them, in turn:
#     bench/reports_bench.sh READ_BENCH [TESTS]
# gotestsum reads `go test -json`, xmllint parses JUnit's XML (both are packages of Debian). The ratio is of user and
# system time, of the best of three rounds.
set -eu
bench=${1:?usage: reports_bench.sh READ_BENCH [TESTS]}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
python3 "$(dirname "$0")/make_reports.py" "$work" "${2:-100000}"

best() {
    for _ in 1 2 3; do /usr/bin/time -a -o "$work/times" -f '%U %S %M' "$@" >/dev/null 2>&1 || true; done
    awk 'NF == 3 {t = $1 + $2; if (min == "" || t < min) {min = t; kib = $3}} END {print min, kib}' "$work/times"
    rm -f "$work/times"
}
compare() {
    file=$1
    shift
    "$bench" "$work/$file" | sed "s/^/$file: /"
    if ! command -v "$1" >/dev/null; then
        echo "$file: $1 isn't here to be compared with"
        return
    fi
    { best "$bench" "$work/$file"; best "$@"; } | tr '\n' ' ' |
        awk -v file="$file" -v other="$1" '{printf "%s: proctor %.2f s, %s %.2f s: %.1f times as fast\n", file, $1, other, $3, $3 / ($1 > 0 ? $1 : 0.01)}'
}
compare go.json gotestsum --raw-command --format dots -- cat "$work/go.json"
compare junit.xml xmllint --noout "$work/junit.xml"
