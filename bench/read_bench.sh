#!/bin/sh
# Reads a large forge report with proctor and with jq in turn, and compares time and memory:
#     bench/read_bench.sh PROCTOR_BINARY [MEGABYTES]
# The report is made anew (500 MB unless said) and removed again. Both read it from the page cache.
set -eu
proctor=${1:?usage: read_bench.sh PROCTOR_BINARY [MEGABYTES]}
megabytes=${2:-500}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

python3 "$here/make_traces.py" "$megabytes" "$work/report.json"
cat "$work/report.json" >/dev/null
printf 'report: %s bytes\n' "$(stat -c %s "$work/report.json")"

# The report has a failed test, so proctor's exit code isn't 0.
run() {
    name=$1
    shift
    /usr/bin/time -f '%e %M' -o "$work/$name.time" "$@" >"$work/$name.out" 2>"$work/$name.err" || true
    tail -n 1 "$work/$name.time" | {
        read -r seconds kib
        printf '%-8s %8s s  %8s KiB peak  %s bytes of answer\n' "$name" "$seconds" "$kib" \
            "$(stat -c %s "$work/$name.out")"
    }
}
for round in 1 2 3; do
    run proctor "$proctor" read "$work/report.json" --format forge-json --json
    if [ "$round" = 1 ]; then
        run jq jq -c 'map_values(.test_results|map_values(.status))' "$work/report.json"
    fi
done
proctor_time=$(tail -n 1 "$work/proctor.time")
jq_time=$(tail -n 1 "$work/jq.time")
printf '%s %s\n' "$proctor_time" "$jq_time" |
    awk '{printf "proctor takes 1/%.1f of the time of jq and 1/%.0f of its memory\n", $3/($1>0?$1:0.01), $4/$2}'
if [ -s "$work/proctor.err" ]; then sed 's/^/proctor: /' "$work/proctor.err" | head -n 5; fi
