# Assertions for bats, a few of them: each says on standard error what is wrong, and fails.

batslib_err() {
  { if (( $# > 0 )); then echo "$@"; else cat -; fi; } >&2
}

fail() {
  batslib_err "$@"
  return 1
}

assert_equal() {
  if [[ $1 != "$2" ]]; then
    printf -- '-- values do not equal --\nexpected : %s\nactual   : %s\n--\n' "$2" "$1" | fail
  fi
}

assert_success() {
  if (( status != 0 )); then
    printf -- '-- command failed --\nstatus : %s\noutput : %s\n--\n' "$status" "$output" | fail
  fi
}

assert_failure() {
  if (( status == 0 )); then
    printf -- '-- command succeeded, but it was expected to fail --\noutput : %s\n--\n' "$output" | fail
  fi
}

assert_output() {
  if [[ $1 == --partial ]]; then
    if [[ $output != *"$2"* ]]; then
      printf -- '-- output does not contain substring --\nsubstring : %s\noutput    : %s\n--\n' "$2" "$output" | fail
    fi
  elif [[ $output != "$1" ]]; then
    printf -- '-- output differs --\nexpected : %s\nactual   : %s\n--\n' "$1" "$output" | fail
  fi
}
