# What runs a project's setup_suite.bash: setup_suite before all files, and teardown_suite after them, as bats' own
# bats-exec-suite does. It says what the environment of the files is, and waits in between. What bats says goes to standard
# output. Arguments: the file, the pipe that says when the files are done. Descriptors: 8 what the reporter is told.

set -e
proctor_suite=$1 proctor_fifo=$2
set --
# shellcheck source=/dev/null
source "$BATS_ROOT/$BATS_LIBDIR/bats-core/common.bash"
# shellcheck source=/dev/null
source "$BATS_ROOT/$BATS_LIBDIR/bats-core/tracing.bash"
BATS_OUT=$BATS_RUN_TMPDIR/suite.out BATS_SUITE=setup_suite
: >>"$BATS_OUT"
exec 3<&1
bats_setup_tracing
bats_add_debug_exclude_path "${BASH_SOURCE[0]%/*}"
BATS_DEBUG_LAST_STACK_TRACE=() BATS_DEBUG_LASTLAST_STACK_TRACE=()   # what was noted up to here is nobody's

teardown_suite() { :; }

setup_suite() {
  # shellcheck disable=SC2016
  printf '%s does not define `setup_suite()`\n' "$proctor_suite" >&2
  return 1
}

proctor_end_suite() {
  local -r status=$?
  local stack_trace
  trap - ERR EXIT DEBUG
  set +eET
  [[ $BATS_SUITE != done ]] || exit 0
  : "${BATS_ERROR_STATUS:=$status}"
  printf 'not ok 1 %s failed\n' "$BATS_SUITE" >&3
  bats_get_failure_stack_trace stack_trace
  bats_print_stack_trace "${stack_trace[@]}" >&3
  bats_print_failed_command "${stack_trace[@]}" >&3
  bats_prefix_lines_for_tap_output <"$BATS_OUT" >&3
  exit 1
}
trap proctor_end_suite EXIT

# shellcheck source=/dev/null
source "$BATS_ROOT/$BATS_LIBDIR/bats-core/test_functions.bash"
if declare -F _bats_test_functions_setup >/dev/null; then _bats_test_functions_setup -1; fi   # from 1.11 on
# shellcheck source=/dev/null
source "$proctor_suite" >>"$BATS_OUT" 2>&1
set -eET
export BATS_SETUP_SUITE_COMPLETED=
if declare -F bats_set_stacktrace_limit >/dev/null; then bats_set_stacktrace_limit; fi
setup_suite >>"$BATS_OUT" 2>&1
BATS_SETUP_SUITE_COMPLETED=1
: >|"$BATS_OUT"

mkfifo "$proctor_fifo"
printf 'loaded\0' >&8
env -0 >&8
printf 'teardown\0end\0' >&8
exec 8>&-
read -r <"$proctor_fifo"

BATS_SUITE=teardown_suite
teardown_suite >>"$BATS_OUT" 2>&1
BATS_SUITE='done'
