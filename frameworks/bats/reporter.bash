#!/usr/bin/env bash
# Runs bats and reports to proctor what it says. bats does all the work, by its public options alone; nothing of this
# reporter is in the shell of a test.
#
#   reporter.bash [--path=GLOB]... [FILE]...      files relative to the current directory; none: those of the project

shopt -u patsub_replacement 2>/dev/null || true   # `&` is no more than a letter in replacements
folder=${0%/*}
# shellcheck source=channel.bash
source "$folder/channel.bash"
# shellcheck source=project.bash
source "$folder/project.bash"
# shellcheck source=stream.bash
source "$folder/stream.bash"

# Sets suite to the setup_suite.bash that `bats -r` would take of the directories that the tests are in; empty if there is
# none. A submission's tests are its test file: proctor asks nothing else of what was submitted.
find_suite() {
  local number rest directory
  suite=''
  [[ ! $exercise ]] || return 0
  for number in "${wanted_files[@]}"; do
    local -n tested=file_$number
    rest=${tested[relative]} directory=''
    if [[ $rest != */* && -f setup_suite.bash ]]; then suite=setup_suite.bash; fi
    while [[ ! $suite && $rest == */* ]]; do
      directory+=${rest%%/*}/ rest=${rest#*/}
      if [[ -f ${directory}setup_suite.bash ]]; then suite=${directory}setup_suite.bash; fi
    done
    [[ ! $suite ]] || break
  done
}

# REPLY becomes an expression that matches exactly this text.
quote_expression() {
  local index
  REPLY=''
  for (( index = 0; index < ${#1}; ++index )); do
    case ${1:index:1} in
      [][\\.*^\$+?\(\){}\|]) REPLY+=\\${1:index:1} ;;
      *) REPLY+=${1:index:1} ;;
    esac
  done
}

# REPLY becomes a filter that matches the names of the chosen tests of this file.
make_filter() {
  local -n names=names_$1 selected=selected_$1 written=written_$1
  local index filter='' name
  for index in "${!names[@]}"; do
    [[ ${selected[index]} ]] || continue
    # Up to 1.10 bats looks at the name as it is written.
    name=${written[index]#[\"\']} name=${name%[\"\']}
    quote_expression "$name"
    filter+="|$REPLY"
    # From 1.11 on it looks at the name that the string stands for, with its variables expanded.
    if [[ $name != "${names[index]}" ]]; then
      quote_expression "${names[index]}"
      filter+="|$REPLY"
    fi
    if is_expanded "${written[index]}"; then
      quote_expression "${names[index]%%[\$\`]*}"
      filter+="|$REPLY.*"
    fi
  done
  REPLY="^(${filter#|})\$"
}

# Runs bats once with all files. bats has one filter for all of them: if tests are left out, it runs once for each file.
run_files() {
  local number
  (( ${#wanted_files[@]} > 0 )) || return 0
  if [[ $runs_all ]]; then
    run_bats "${wanted_files[@]}"
    # From 1.11 on, a file that bats can't load keeps all others from being run.
    [[ $not_gathered ]] || return 0
    if (( ${#wanted_files[@]} == 1 )); then
      report_error "${wanted_files[0]}" "$not_gathered"
      return 0
    fi
  fi
  for number in "${wanted_files[@]}"; do
    run_bats "$number"
    [[ ! $not_gathered ]] || report_error "$number" "$not_gathered"
    [[ ! $stopping ]] || return 0
  done
}

main() {
  if ! read_greeting; then
    echo 'reporter.bash: no greeting on the channel; it is started by proctor' >&2
    exit 2
  fi
  root=$PROCTOR_ROOT private=$PROCTOR_PRIVATE
  local planned=$PROCTOR_TESTS number
  unset "${!PROCTOR_@}"
  exec {out}>&1 {err}>&2 >/dev/null 2>&1
  # bats becomes a process group: a test that kills its own leaves the reporter alive.
  set -m
  cd -- "$root" || fail_run "can't change to $root"
  hash bats 2>/dev/null || fail_run "bats isn't installed: there is no program bats on PATH"
  started=0 failed=0 runs=0 stopping='' not_gathered='' wanted_files=() runs_all=1
  [[ '' =~ $filter ]]
  if (( $? == 2 )); then fail_run "The filter $filter is no regular expression." settings; fi
  find_files "$planned" "$@"
  if [[ $exercise ]]; then
    export BATS_RUN_SKIPPED=true
    # Exercises are about characters, not bytes.
    [[ ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} ]] || export LANG=C.UTF-8
  fi
  for (( number = 0; number < file_count; ++number )); do read_tests "$number"; done
  check_solution
  send_plan
  find_suite
  run_files
  # proctor runs the tests once more that were kept from running; there is no end yet.
  if [[ ! $stopping ]] && is_any_left; then exit 1; fi
  event '"event":"end"'
  return "$failed"
}

# bash reads a script as it goes along: with the call in one line it has read all of it.
main "$@"; exit
