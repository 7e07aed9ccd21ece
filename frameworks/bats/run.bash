#!/usr/bin/env bash
# Runs bats on the files that have the chosen tests, and says before its stream which tests these are:
#
#   run.bash [--list] [--exercise] [--fail-fast] [--jobs=N] [--path=GLOB]... [--some FILE NAME]... [--without FILE NAME]... [FILE]...
#
# FILEs are relative to the current directory; without any, those of the project are taken. --list says which tests there
# are, and runs none. Lines before the first plan ("1..N") are proctor's: src/format/bats_stream.hpp says what they mean.
# Nothing of this script is in the shell of a test.

# Files as `bats -r .` finds them, but for what is others': node_modules, what is hidden, git's submodules, and copies of
# bats and of its libraries. What lies below fixtures and test_helper is mostly there for tests to work with: it is run
# where --path names it, and else a warning says that it isn't.
find_files() {
  local place file directory
  local -a starts=(.) left=() deeper=()
  local -A others=()
  for place in test tests spec; do [[ ! -L $place || ! -d $place ]] || starts+=("$place"); done
  mapfile -d '' -t found < <(find -H "${starts[@]}" -mindepth 1 \
    -name .git -print0 -prune -o \( -name '.*' -o -name node_modules \) -prune -o \
    -path '*/libexec/bats-core' -print0 -o -path '*/libexec/bats-exec-test' -print0 -o \
    -path '*/bats-*/load.bash' -print0 -o -name '*.bats' ! -type d -print0 | LC_ALL=C sort -z)
  found=("${found[@]#./}")
  # (The root may be such a copy itself: then its tests are what is asked for.)
  for place in "${found[@]}"; do
    case $place in
      */.git | */load.bash) others[${place%/*}]=1 ;;
      */libexec/bats-core | */libexec/bats-exec-test) others[${place%/libexec/*}]=1 ;;
    esac
  done
  for file in "${found[@]}"; do
    [[ $file == *.bats ]] || continue
    directory=$file place=''
    while [[ $directory == */* ]]; do
      directory=${directory%/*}
      [[ ! ${others[$directory]:-} ]] || continue 2
      case ${directory##*/} in fixtures | test_helper) place=$directory ;; esac
    done
    if [[ $file != */* ]]; then
      files+=("$file")
    elif [[ ! $place || ${named[$file]:-} ]] || is_named "$place"; then
      deeper+=("$file")
    else
      left+=("$file")
    fi
  done
  files+=("${deeper[@]}")
  (( ${#left[@]} == 0 || ${#globs[@]} > 0 || ${#some[@]} > 0 )) || warn_of "${left[@]}"
}

# Whether a glob begins with this directory.
is_named() {
  local glob
  for glob in "${globs[@]}"; do
    if [[ $glob == "$1" || $glob == "$1"/* ]]; then return 0; fi
  done
  return 1
}

warn_of() {
  local shown
  printf -v shown '%s, ' "${@:1:5}"
  shown=${shown%, }
  (( $# <= 5 )) || shown+=" and $(( $# - 5 )) more"
  if (( $# == 1 )); then shown="1 file wasn't run: $shown."; else shown="$# files weren't run: $shown."; fi
  echo "# bats warning: $shown What lies in directories named fixtures or test_helper is taken for what tests work with;" \
    "if these are tests themselves, name their directory: --match-path ${1%/*}"
}

is_in_path() {
  local glob
  (( ${#globs[@]} )) || return 0
  for glob in "${globs[@]}"; do
    # shellcheck disable=SC2053
    if [[ $1 == $glob || $1 == "$glob"/* ]]; then return 0; fi
  done
  return 1
}

# The tests of a file by the lines that bats takes for such, two lines for each: the name as it is written, and the name that
# this stands for.
tests_of() {
  sed -nE -e 's/\r//g' \
    -e 's/^[ \t]*@test[ \t]+(.*[^ \t])[ \t]+\{.*$/\1/; t name' \
    -e 's/^(.*[ \t])?([^ \t()]+)[ \t]*\(?\)?[ \t]+\{[ \t]+#[ \t]*@test[ \t]*$/\2/; t name' -e d \
    -e ": name; p; s/^'(.*)'$/\1/; t say" -e 's/^"(.*)"$/\1/; T say; s/\\(["\\$`])/\1/g' -e ': say; p' -- "$1"
}

# Whether a name, as it's written in a test file, is what only the test's own process knows.
is_computed() { [[ $1 != \'* && ${1//\\?/} =~ $expansion ]]; }
readonly expansion=$'[$][A-Za-z0-9_@*#?$!({-]|`'

# Sets tests to the chosen tests of a file, as tests_of prints them, and runs_all to '' if there are others.
choose_tests() {
  local file=$1 index written name
  local -a all=()
  mapfile -t all < <(tests_of "$file")
  tests=()
  for (( index = 0; index < ${#all[@]}; index += 2 )); do
    written=${all[index]} name=${all[index + 1]}
    if [[ ! ${without[$file::$name]:-} ]] && (( ${#some[@]} == 0 || ${some[$file::$name]:-0} )); then
      tests+=("$written" "$name")
    else
      runs_all=''
    fi
  done
}

# Prints a filter for these tests. Up to 1.10 bats looks at the name as it is written, from 1.11 on at the name that it stands
# for, with its variables expanded.
filter_of() {
  local written
  while (( $# > 0 )); do
    written=${1#[\"\']} written=${written%[\"\']}
    printf '%s\n' "$written" "$2"
    if is_computed "$1"; then printf '%s\1\n' "${2%%[\$\`]*}"; fi
    shift 2
  done | sed -e 's/[][\\.*^$+?(){}|]/\\&/g' -e 's/\x01/.*/' | paste -sd '|' | sed 's/.*/^(&)$/'
}

# Prints the setup_suite.bash that `bats -r` would take, of the directories that these files are in.
suite_of() {
  local file directory
  for file in "$@"; do
    directory=
    while true; do
      if [[ -f ${directory}setup_suite.bash ]]; then echo "$PWD/${directory}setup_suite.bash"; return; fi
      [[ $file == */* ]] || break
      directory+=${file%%/*}/ file=${file#*/}
    done
  done
}

# A submission without the file that each of its tests runs can't be tested: one message, not the same one for each test.
check_solution() {
  local program one
  local -a programs
  mapfile -t programs < <(sed -nE 's/^[ \t]*run[ \t]+bash[ \t]+([A-Za-z0-9_][A-Za-z0-9_.-]*)([ \t].*)?$/\1/p' "$1")
  program=${programs[0]:-}
  if [[ ! $program || -e $program || ${#programs[@]} != $(( ${#tests[@]} / 2 )) ]]; then return; fi
  for one in "${programs[@]}"; do [[ $one == "$program" ]] || return; done
  if (( $(grep -cF -- "$program" "$1") > ${#programs[@]} )); then return; fi
  printf '1..1\nnot ok 1 source failed\n'
  (exec -a bash "$BASH" -- "$program" 2>&1 | sed 's/^/# /')
  echo "# Every test runs this file, and it isn't among those that were submitted."
  exit 1
}

# Passes on what bats writes, up to the first failure and what is said of it. Then bats is to end.
show_first_failure() {
  local line failed=''
  trap '' INT
  while IFS= read -r line; do
    [[ ! $failed || $line == '#'* ]] || continue
    [[ ! $failed || $line != '# '@(bats warning|Received)* ]] || failed=2
    printf '%s\n' "$line"
    if [[ ! $failed && $line == 'not ok '* ]]; then
      failed=1
      kill -INT 0
    fi
  done
}

# run_bats FILE...: in a process group of its own, which a test may kill.
run_bats() {
  local bats watch file status errors=$private/errors
  local -a options=(--tap)
  (( ++runs ))
  if [[ ! $is_old ]]; then
    # (First the option by which an older one sees that it is too old.)
    if [[ $gathers ]]; then options=(--gather-test-outputs-in "$private/outputs-$runs"); else options=(--show-output-of-passing-tests); fi
    options+=(--formatter cat --timing ${suite:+--setup-suite-file "$suite"})
  fi
  [[ ! $jobs ]] || options+=(--jobs "$jobs")
  [[ ! $filter ]] || options+=(--filter "$filter")
  if [[ $fail_fast ]]; then
    bats "${options[@]}" "$@" 2>"$errors" | show_first_failure &
  else
    bats "${options[@]}" "$@" 2>"$errors" &
  fi
  bats=$!
  end_without_tests "$(jobs -p %%)" &
  watch=$!
  disown "$watch"
  wait "$bats" 2>/dev/null
  status=$?
  kill "$watch" 2>/dev/null
  if [[ ! -s $errors ]]; then
    :
  elif [[ ! $is_old ]] && grep -qE '^(Unknown formatter|Error: Bad command line option)' "$errors"; then
    echo "# bats warning: This bats is too old to say which test begins: of one that hangs nobody knows which it is. Install 1.8 or later"
    is_old=1
    run_bats "$@"
    return
  elif ! grep -q '^not ok 1 bats-gather-tests' "$errors"; then
    cat "$errors" >&2
  elif (( $# == 1 )); then
    echo "suite $PWD/$1"
    cat "$errors"
  else
    # From 1.11 on, a file that bats can't load keeps all others from being run.
    for file in "$@"; do run_bats "$file"; done
    return
  fi
  (( status == 0 || status == 128 + 15 )) || failed=1
}

# A process that a test left behind, and that holds bats' output, keeps bats from ending. Ends it when what runs all files is
# no more among its processes, but for two seconds what waits for their output still is.
end_without_tests() {
  local process gone=0
  local -a children words
  while read -rt 1 -u "$never" || (( $? > 128 )); do
    children=()
    read -r -a children <"/proc/$1/task/$1/children" || (( ${#children[@]} )) || return
    words=()
    for process in "${children[@]}"; do mapfile -d '' -t -O "${#words[@]}" words <"/proc/$process/cmdline"; done
    case ${words[*]} in
      *bats-exec-suite*) gone=0 ;;
      *bats-format-cat*)
        (( ++gone < 2 )) || { warn_of_left "$1"; kill -TERM -- "-$1"; } ;;
    esac
  done
} 2>/dev/null

# Names the processes of a group that are none of bats' own (its formatter is a cat).
warn_of_left() {
  local process stat group shown=''
  local -a words
  for process in /proc/[0-9]*; do
    read -r stat <"$process/stat"
    read -r _ _ group _ <<<"${stat##*) }"
    [[ $group == "$1" ]] || continue
    mapfile -d '' -t words <"$process/cmdline"
    [[ ${words[*]} == @(*bats*|cat) ]] || shown+=${shown:+, }${words[*]}
  done
  [[ ! $shown ]] || echo "# bats warning: A test left processes behind that keep bats from ending, and they were ended: ${shown:0:500}"
}

list='' exercise='' fail_fast='' jobs='' suite='' filter='' is_old='' failed=0 runs=0 runs_all=1 gathers=1 private=$PROCTOR_PRIVATE
declare -a files=() globs=() found=() wanted=() tests=()
declare -A some=() without=() named=()
unset "${!PROCTOR_@}"
while (( $# > 0 )); do
  case $1 in
    --list) list=1 ;;
    --exercise) exercise=1 ;;
    --fail-fast) fail_fast=1 ;;
    --jobs=*) jobs=${1#--jobs=} ;;
    --path=*) glob=${1#--path=} glob=${glob#./} globs+=("${glob%/}") ;;
    --some) some[$2::$3]=1 named[$2]=1; shift 2 ;;
    --without) without[$2::$3]=1; shift 2 ;;
    *.bash) ;;   # helpers may be listed with the tests
    *) files+=("${1#./}") ;;
  esac
  shift
done
(( ${#files[@]} > 0 )) || find_files
for file in "${files[@]}"; do
  is_in_path "$file" || continue
  (( ${#some[@]} == 0 || ${named[$file]:-0} )) || { runs_all=; continue; }
  if [[ ! -f $file ]]; then echo "Test file \"$file\" does not exist" >&2; exit 1; fi
  choose_tests "$file"
  (( ${#tests[@]} > 0 )) || continue
  echo "suite $PWD/$file"
  for (( index = 0; index < ${#tests[@]}; index += 2 )); do
    printf 'plan %s\n' "${tests[index]}"
    # Bats 1.8 makes the name of a file of it.
    [[ ${tests[index]} != */* && ${#tests[index]} -lt 60 ]] && ! is_computed "${tests[index]}" || gathers=
  done
  [[ ! $exercise || ${#files[@]} != 1 ]] || check_solution "$file"
  wanted+=("$file")
done
if (( ${#wanted[@]} == 0 )); then
  echo 1..0
  exit 0
fi
[[ ! $list ]] || exit 0

if [[ $jobs ]] && ! command -v parallel rush >/dev/null; then
  echo "# bats warning: -j $jobs changes nothing: bats needs GNU parallel for it (install Debian's parallel)"
  jobs=
fi
set -m -o pipefail
exec {never}<> <(:)
[[ $exercise ]] || suite=$(suite_of "${wanted[@]}")
[[ ! -e $private/outputs-1 ]] || rm -rf "$private"/outputs-*
if [[ $runs_all ]]; then
  run_bats "${wanted[@]}"
else
  # bats has one filter for all files.
  for file in "${wanted[@]}"; do
    choose_tests "$file"
    filter=$(filter_of "${tests[@]}")
    run_bats "$file"
  done
fi
exit "$failed"
