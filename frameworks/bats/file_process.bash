# What the process of one test file runs: bats' own bats-exec-file, but for the tests. It loads the file once, runs
# setup_file, says what the environment of the tests is, and waits to run teardown_file. What bats says goes to
# standard output. Descriptors: 8 what the reporter is told.

proctor_source_loaded() {
  local setup teardown
  setup=$(declare -f setup_file) teardown=$(declare -f teardown_file)
  proctor_setup=$setup proctor_teardown=$teardown
  bats_run_tests() {
    bats_exec_file_status=0
    printf 'loaded\0' >&8
    # Without a setup_file each test's own process makes what the file alone makes of the environment.
    [[ $proctor_setup == *$'\n    return 0\n'* ]] || env -0 >&8
    if [[ $proctor_teardown == *$'\n    return 0\n'* ]]; then
      printf 'end\0' >&8
      exec 8>&-
    else
      mkfifo "$proctor_fifo"
      printf 'teardown\0end\0' >&8
      exec 8>&-
      read -r <"$proctor_fifo"
    fi
  }
}

# What bats would make of the file is there already.
bats-preprocess() { printf %s "$(<"$proctor_source")"$'\n'; }

proctor_fifo=$3 proctor_source=$4
set -- "$1" "$2"
BASH_ARGV0=$BATS_LIBEXEC/bats-exec-file
# shellcheck source=/dev/null
source "$BATS_LIBEXEC/bats-exec-file"
