#!/usr/bin/env bash
# How long the golden cases of a track take, each by itself (hyperfine).
#
#   PROCTOR_TRACK=python bin/benchmark.sh [CASE...]
#
# Prepare first (`proctor warm $PROCTOR_TRACK`) to see what a site sees.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

command -v hyperfine >/dev/null || { echo "benchmark.sh: hyperfine isn't on PATH (Debian's package has its name)" >&2; exit 3; }
cases=$(mktemp -d)
out=$(mktemp -d)
trap 'rm -rf "$cases" "$out"' EXIT
"$here/../tests/exercism/cases.py" unpack "${PROCTOR_TRACK:?set PROCTOR_TRACK to the track}" "$cases"
names=("$@")
if (( ${#names[@]} == 0 )); then
  for file in "$cases"/*/expected_results.json; do names+=("$(basename "$(dirname "$file")")"); done
fi
for name in "${names[@]}"; do
  [[ -f $cases/$name/expected_results.json ]] || { echo "benchmark.sh: there is no case $cases/$name" >&2; exit 2; }
done
list=$(IFS=,; echo "${names[*]}")
hyperfine --warmup 1 --parameter-list name "$list" \
  "$(printf '%q' "$here/run.sh") {name} $(printf '%q' "$cases")/{name} $(printf '%q' "$out")"
