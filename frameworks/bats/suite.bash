# setup_suite.bash: what a project runs before all of its files, and after them (suite_process.bash).
# shellcheck disable=SC2154  # the reporter's other files set what is used here

# Sets suite to the file that `bats -r` would take of the directories that the tests are in; empty if there is none. What
# is submitted isn't asked: a submission's tests are its test file.
find_suite() {
  local number rest directory
  suite=''
  [[ ! $exercise ]] || return 0
  for (( number = 0; number < file_count; ++number )); do
    local -n tested=file_$number
    [[ ${tested[wanted]} ]] || continue
    rest=${tested[relative]} directory=''
    if [[ $rest != */* && -f setup_suite.bash ]]; then suite=$root/setup_suite.bash; fi
    while [[ ! $suite && $rest == */* ]]; do
      directory+=${rest%%/*}/ rest=${rest#*/}
      if [[ -f ${directory}setup_suite.bash ]]; then suite=$root/${directory}setup_suite.bash; fi
    done
    [[ ! $suite ]] || break
  done
}

# Runs setup_suite; without it nothing can be tested. Sets suite_environment, which the files are started with.
open_suite() {
  suite_environment=()
  find_suite
  [[ $suite ]] || return 0
  suite_said=$BATS_RUN_TMPDIR/suite.said suite_fifo=$BATS_RUN_TMPDIR/suite.fifo
  local ready
  export BATS_TEST_FILENAME=$suite
  exec {ready}< <(
    exec 8>&1
    leave_reporter
    exec "$BASH" "$folder/suite_process.bash" "$suite" "$suite_fifo" >"$suite_said" 2>&1
  )
  suite_pid=$!
  hear_process "$suite_pid" "$ready"
  if [[ ! $waits_for_teardown ]]; then
    words_of "$suite_said"
    fail_run "$REPLY"
  fi
  suite_environment=("${environment[@]}")
}

# Runs teardown_suite, which may fail.
close_suite() {
  [[ $suite ]] || return 0
  if end_process "$suite_pid" "$suite_fifo"; then return 0; fi
  words_of "$suite_said"
  report_result "${suite#"$root"/}" teardown_suite "$REPLY"
}
