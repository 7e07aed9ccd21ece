# What the processes of bats are started with: their environment, their directories, and what the process of each test runs.
# shellcheck disable=SC2034,SC2154  # the reporter's other files use what is set here, and set what is used

# The environment that bats gives to its processes, and what this reporter starts them with.
prepare_bats() {
  hash bats 2>/dev/null || fail_run "bats isn't installed: there is no program bats on PATH"
  local program=${BASH_CMDS[bats]} line
  # A link may lead there, or a directory that is one (/bin, where PATH has that first).
  if [[ -L $program || ! -d ${program%/*/*}/libexec/bats-core ]]; then program=$(readlink -f "$program"); fi
  export BATS_ROOT=${program%/*/*}
  export BATS_LIBEXEC=$BATS_ROOT/libexec/bats-core
  [[ -f $BATS_LIBEXEC/bats-exec-test ]] || fail_run "$program isn't bats-core: there is no $BATS_LIBEXEC/bats-exec-test"
  while IFS= read -r line; do
    if [[ $line =~ ^export\ BATS_VERSION=[\'\"]?([0-9.]+) ]]; then
      export BATS_VERSION=${BASH_REMATCH[1]}
      break
    fi
  done <"$BATS_LIBEXEC/bats"
  exec_test=$(<"$BATS_LIBEXEC/bats-exec-test")
  is_known_exec_test || fail_run "bats ${BATS_VERSION:-} runs its tests in a way that isn't known here; bats 1.8 to 1.13 are known (Debian 12 has 1.8.2)" settings

  export BATS_CWD=$root BATS_TEST_FILTER='' BATS_ROOT_PID=$$ BATS_TMPDIR=${TMPDIR:-/tmp}
  export BATS_LIB_PATH=${BATS_LIB_PATH-/usr/lib/bats} BATS_GUARANTEED_MINIMUM_VERSION=0.0.0
  export BATS_TEMPDIR_CLEANUP=1 BATS_RUNLOG_FILE=/dev/null BATS_TEST_RETRIES=0
  export BATS_BEGIN_CODE_QUOTE=\` BATS_END_CODE_QUOTE=\' BATS_LINE_REFERENCE_FORMAT=comma_line
  # bats 1.8 to 1.10 know no other place.
  for line in "$BATS_ROOT"/lib*/bats-core/test_functions.bash; do
    line=${line%/bats-core/*}
    export BATS_LIBDIR=${line##*/}
    break
  done
  export PATH=$BATS_LIBEXEC:$PATH
  BATS_TMPDIR=${BATS_TMPDIR%/}

  # A sandbox has memory for files, which goes with it; files on a disk take milliseconds to be made and removed.
  if [[ $exercise && $place_of_run == sandbox ]] && has_memory_for_files; then
    use_run_directory_in /dev/shm
  else
    use_run_directory_in "$private"
  fi
  test_list=$BATS_RUN_TMPDIR/test_list_file.txt

  if [[ $exercise ]]; then
    export BATS_RUN_SKIPPED=true
    # Exercises are about characters, not bytes.
    [[ ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} ]] || export LANG=C.UTF-8
  fi
}

# Whether /dev/shm holds 16 MiB; a site may have configured less.
has_memory_for_files() {
  local place options
  while read -r _ place _ options _; do
    if [[ $place == /dev/shm && $options =~ (^|,)size=([0-9]+)k ]]; then return $(( BASH_REMATCH[2] < 16384 )); fi
  done </proc/self/mounts
  return 1
}

# The name is new, so that a second run in the same place finds nothing of the first.
use_run_directory_in() {
  export BATS_RUN_TMPDIR=$1/bats-run-$$-$SRANDOM
  export BATS_SUITE_TMPDIR=$BATS_RUN_TMPDIR/suite BATS_WARNING_FILE=$BATS_RUN_TMPDIR/warnings.log
  verdicts=$BATS_RUN_TMPDIR/verdicts processes=$BATS_RUN_TMPDIR/processes
  make_directories "$BATS_SUITE_TMPDIR" "$verdicts" "$processes" "$BATS_RUN_TMPDIR/file/0"
}

# For the files of another test. (What is there already has its space.)
has_space() { printf %s "$test_process" >"$verdicts/space-$SRANDOM"; }

# A test may have filled the memory that all share. What is there already stays.
leave_full_memory() {
  use_run_directory_in "$private"
  wait_for_directories
}

# Makes them in the background: another program takes milliseconds.
make_directories() {
  mkdir -p "$@" &
  directories_pid=$!
}

wait_for_directories() {
  [[ ! ${directories_pid:-} ]] || wait "$directories_pid" || fail_run "can't write to $private"
  directories_pid=''
}

# Whether bats-exec-test has the places that make_test_process changes.
is_known_exec_test() {
  local LC_ALL=C
  [[ $exec_test == *$'\nbats_exit_trap() {\n'* && $exec_test == *$'\nbats_create_test_tmpdirs\n'* ]] || return 1
  case $exec_test in
    *$'\nbats_perform_test') ;;
    *$'\nbats_perform_test "${BATS_TEST_COMMAND[@]}"') [[ $exec_test == *$'\n    setup "$@"\n    "$@"\n'* ]] ;;
    *) return 1 ;;
  esac
}

# Sets what the process of each test runs. Called before any code of a submission could change what it is made of.
make_test_process() {
  local LC_ALL=C builtins assertions   # in which texts are searched faster
  compgen -b >"$BATS_RUN_TMPDIR/builtins"
  mapfile -t builtins <"$BATS_RUN_TMPDIR/builtins"
  # bats' own end of a test keeps its work, under another name.
  names_process=$(<"$folder/names.bash")
  IFS= read -rd '' assertions <"$folder/assertions.bash" || :
  test_process="proctor_builtins=(${builtins[*]@Q})"
  test_process+=$'\n'$(<"$folder/test_process.bash")$'\n'$assertions$'\n'${exec_test/$'\nbats_exit_trap() {\n'/$'\nproctor_bats_exit_trap() {\n'}
  # With what status the test was left is what bats asks for first.
  # shellcheck disable=SC2016
  local begin=$'\nbats_teardown_trap() {\n' first=$'  proctor_status=$?\n  proctor_xtrace_off\n'
  test_process=${test_process/"$begin"/"$begin$first"$'  proctor_leave_if_child\n  proctor_keep_status\n'}
  # What stands in the positional parameters of the script itself is out of reach for all functions.
  test_process=${test_process/$'\nbats_create_test_tmpdirs\n'/$'\nset -- "$proctor_ending"; unset proctor_ending\nproctor_prepare\nbats_create_test_tmpdirs\n'}
  # Its own commands aren't noted (test_process.bash), and what the time is needs no process.
  test_process=${test_process/$'\n  bats_setup_tracing\n'/$'\n  bats_setup_tracing\n  trap "$proctor_trace" DEBUG\n'}
  test_process=${test_process/$'\n  BATS_TEST_START_TIME=$(get_mills_since_epoch)\n'/$'\n  get_mills_since_epoch BATS_TEST_START_TIME\n'}
  # The directory that it is in is removed at the end; whoever has the same process id begins with an empty one.
  test_process=${test_process/$'\n  rm -f "$BATS_OUT"\n'/$'\n  : >|"$BATS_OUT"\n'}
  # From 1.11 on it isn't the test's own function that calls setup.
  test_process=${test_process/$'\n    setup "$@"\n    "$@"\n'/$'\n    proctor_begin_test "$@"\n    "$@"\n'}
  test_process=${test_process%$'\n'*}$'\n{ '${test_process##*$'\n'}$'; : >>"$proctor_verdict.$1"; set --; }'
}

# What bats' own processes would each make for their test.
make_test_directories() {
  local -n file=file_$1
  local -n names=names_$1 selected=selected_$1
  local index directories=()
  for index in "${!names[@]}"; do
    [[ ! ${selected[index]} ]] || directories+=("$BATS_RUN_TMPDIR/test/$((file[first] + index + 1))")
  done
  make_directories "${directories[@]}"
}
