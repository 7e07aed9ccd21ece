#!/usr/bin/env bash
# Builds the fuzzers with clang and runs each for a while.
#
#   scripts/fuzz.sh [SECONDS [NAME...]]      (default: 20 seconds, every fuzzer)
#
# What they find interesting is kept in build/fuzz/corpus/NAME, crashes in build/fuzz/crashes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-20}
names=("${@:2}")

cmake --preset fuzz --log-level=WARNING >/dev/null
cmake --build --preset fuzz -- --quiet

if (( ${#names[@]} == 0 )); then
  for fuzzer in build/fuzz/bin/*_fuzz; do
    # Not those of an older source that lie around still.
    if [[ -n $(find src -name "${fuzzer##*/}.cpp") ]]; then names+=("${fuzzer##*/}"); fi
  done
fi
if (( ${#names[@]} == 0 )); then
  echo "fuzz.sh: no fuzzers were built" >&2
  exit 1
fi

mkdir -p build/fuzz/crashes
run_one() {
  local name=$1 seconds=$2 log=build/fuzz/$1.log
  mkdir -p "build/fuzz/corpus/$name"
  if "build/fuzz/bin/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
      -artifact_prefix="build/fuzz/crashes/$name-" "build/fuzz/corpus/$name" > "$log" 2>&1; then
    echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing found"
  else
    tail -n 60 "$log"
    echo "fuzz.sh: $name failed; the input is in build/fuzz/crashes, all of the output in $log" >&2
    return 1
  fi
}
export -f run_one
echo "fuzz: ${#names[@]} fuzzers, $seconds seconds each"
# shellcheck disable=SC2016  # the inner shell expands them
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I '{}' bash -c 'run_one "$1" "$2"' run_one '{}' "$seconds"
