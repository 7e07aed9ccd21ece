#!/usr/bin/env bash
# Runs each fuzzer over its committed inputs (tests/fuzz/NAME), and then for a while on inputs of its own.
#
#   scripts/fuzz.sh [SECONDS [NAME...]]      (default: 3 seconds, every fuzzer)
#
# New inputs that reach new code are kept in build/fuzz-corpus/NAME, crashes in build/fuzz-crashes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-3}
names=("${@:2}")

cmake --preset sanitize --log-level=WARNING >/dev/null
if (( ${#names[@]} == 0 )); then
  mapfile -t names < <(find src -name '*_fuzz.cpp' -printf '%f\n' | sed 's/\.cpp$//' | sort)
fi
cmake --build --preset sanitize --target "${names[@]}" -- --quiet

mkdir -p build/fuzz-crashes
run_one() {
  local name=$1 seconds=$2 log=build/sanitize/$1.log
  mkdir -p "build/fuzz-corpus/$name" "tests/fuzz/$name"
  if "build/sanitize/bin/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="build/fuzz-crashes/$name-" "build/fuzz-corpus/$name" "tests/fuzz/$name" > "$log" 2>&1; then
    echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing found"
  else
    tail -n 60 "$log"
    echo "fuzz.sh: $name failed; the input is in build/fuzz-crashes, all of the output in $log" >&2
    return 1
  fi
}
export -f run_one
echo "fuzz: ${#names[@]} fuzzers, $seconds seconds each"
# shellcheck disable=SC2016  # the inner shell expands them
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I '{}' bash -c 'run_one "$1" "$2"' run_one '{}' "$seconds"
