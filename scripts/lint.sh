#!/usr/bin/env bash
# Style and static checks: clang-format, shellcheck, clang-tidy.
#
# clang-tidy takes minutes, so it runs only when something that it reads has changed since it was last content.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t files < <(find src tests bench \( -path tests/exercism -o -path tests/projects \) -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print | sort)
echo "lint: clang-format on ${#files[@]} files"
clang-format-14 --dry-run --Werror "${files[@]}"

echo "lint: shellcheck"
shellcheck scripts/*.sh bin/*.sh .ci/run

stamp=build/.tidy-stamp
cmake --preset tidy --log-level=WARNING >/dev/null
now=$({ find src -type f | sort | xargs sha256sum; sha256sum .clang-tidy CMakeLists.txt; } | sha256sum)
if [[ $(cat "$stamp" 2>/dev/null) == "$now" ]]; then
  echo "lint: clang-tidy has seen this very source"
  exit 0
fi

log=build/clang-tidy.log
echo "lint: clang-tidy on src (its output: $log)"
# What isn't a test: a test's macros set off checks that aren't about the test.
if ! run-clang-tidy-14 -quiet -p build/tidy -j "$(nproc)" "^$PWD/(build/tidy/src/.*/unity_[0-9]+_cxx\.cxx|src/.*\.cpp)$" > "$log" 2>&1; then
  sed -i 's/\x1b\[[0-9;]*m//g' "$log"
  grep -E -A4 '(warning|error):' "$log" | head -n 200 || tail -n 50 "$log"
  echo "lint.sh: clang-tidy found something; all of it is in $log" >&2
  exit 1
fi
echo "$now" > "$stamp"
