#!/usr/bin/env bash
# Style and static checks: clang-format, shellcheck, clang-tidy.
#
#   scripts/lint.sh
#
# clang-tidy takes minutes, so it reads what has changed since the merge base with origin/main; on main itself, since
# 10 commits ago. PROCTOR_BASE names another commit, and PROCTOR_ALL=1 has it read everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t files < <(find src tests bench \( -path tests/exercism -o -path tests/projects \) -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print | sort)
echo "lint: clang-format on ${#files[@]} files"
clang-format-14 --dry-run --Werror "${files[@]}"

echo "lint: shellcheck"
shellcheck -x scripts/*.sh bin/*.sh packaging/action/*.sh .ci/run

# The commit whose successors clang-tidy looks at; empty if it must read everything.
base=
if [[ ${PROCTOR_ALL:-} != 1 ]]; then
  base=${PROCTOR_BASE:-$(git merge-base HEAD origin/main 2>/dev/null || true)}
  if [[ $base == "$(git rev-parse HEAD)" ]]; then base=$(git rev-parse --verify --quiet HEAD~10 || true); fi
fi

cmake --preset tidy --log-level=WARNING >/dev/null
mapfile -t units < <(find build/tidy/src -name 'unity_*_cxx.cxx' | sort)
if [[ -n $base ]] && git diff --quiet "$base" -- .clang-tidy; then
  # A header is checked with the source beside it. What isn't a test: a test's macros set off checks that aren't about it.
  changed=$(git diff --name-only --diff-filter=d "$base" -- 'src/*.cpp' 'src/*.hpp' | sed 's/\.hpp$/.cpp/' | sort -u)
  mapfile -t units < <(grep -lF "${changed:-nothing has changed}" "${units[@]}" || true)
fi
if (( ${#units[@]} == 0 )); then
  echo "lint: nothing for clang-tidy has changed since ${base:0:10}"
  exit 0
fi

log=build/clang-tidy.log
echo "lint: clang-tidy on ${#units[@]} units of several sources (its output: $log)"
if ! printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p build/tidy > "$log" 2>&1; then
  sed -i 's/\x1b\[[0-9;]*m//g' "$log"
  grep -E -A4 '(warning|error):' "$log" | head -n 200 || tail -n 50 "$log"
  echo "lint.sh: clang-tidy found something; all of it is in $log" >&2
  exit 1
fi
