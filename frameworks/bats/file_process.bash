# What the process of one test file runs: bats' own bats-exec-file, but for the tests. It loads the file once, runs
# setup_file, says what the environment of the tests is, and waits to run teardown_file. What bats says goes to
# standard output. Descriptors: 8 what the reporter is told.

proctor_source_loaded() {
  if (( ${#BATS_TEST_NAMES[@]} > proctor_tests )); then
    printf 'The file registers tests of its own by bats_test_function, which proctor does not run: it runs those marked by @test.\n' >&2
    exit 1
  fi
  # By way of a file: another process takes milliseconds. A solution that was loaded at the top may have set a umask, or
  # have functions named like what is called here.
  { builtin declare -f setup_file; builtin printf '\0'; builtin declare -f teardown_file; } >>"$proctor_fifo.functions"
  builtin mapfile -d '' -t proctor_functions <"$proctor_fifo.functions"
  bats_run_tests() {
    bats_exec_file_status=0
    builtin printf 'loaded\0' >&8
    # Without a setup_file each test's own process makes what the file alone makes of the environment.
    if [[ ${BATS_SETUP_SUITE_COMPLETED:-} || ${proctor_functions[0]} != *$'\n    return 0\n'* ]]; then builtin command env -0 >&8; fi
    if [[ ${proctor_functions[1]} == *$'\n    return 0\n'* ]]; then
      builtin printf 'end\0' >&8
      exec 8>&-
    else
      builtin command mkfifo -m 600 "$proctor_fifo"
      builtin printf 'teardown\0end\0' >&8
      exec 8>&-
      builtin read -r <"$proctor_fifo"
    fi
  }
}

# What bats would make of the file is there already. In place of the comment that most begin with, bats is kept from
# noting where it is before each command of its own, as test_process.bash does; that line itself isn't to be what an
# error is put down to.
bats-preprocess() {
  local text trace='bats_debug_trap "$BASH_SOURCE"'
  text=$(<"$proctor_source")
  if [[ $text == '#'*$'\n'* ]]; then
    printf 'trap %q DEBUG; BATS_DEBUG_LAST_STACK_TRACE=() BATS_DEBUG_LASTLAST_STACK_TRACE=()\n' "case \$BASH_SOURCE in \"\$BATS_ROOT/\$BATS_LIBDIR\"/*/* | \"\$BATS_ROOT\"/libexec/*/* | \"\$proctor_file_process\") ;; *) $trace ;; esac"
    text=${text#*$'\n'}
  fi
  printf '%s\n' "$text"
}

# Programs that bats-exec-file starts, each of which takes milliseconds. The link is for people who look into the
# directory afterwards; this one is removed. The last is called when bats is about to load the file.
mkdir() { [[ -d ${!#} ]] || command mkdir "$@"; }
ln() { :; }
basename() { printf '%s\n' "${1##*/}"; }
touch() {
  : >>"$1"
  unset -f mkdir ln basename touch
}

# define_program PATH COMMAND: what is called by its path isn't that program any more.
define_program() {
  local quoted
  printf -v quoted %q "$1"
  eval "$quoted() { $2; }"
}

proctor_file_process=${BASH_SOURCE[0]} proctor_fifo=$3 proctor_source=$4 proctor_number=$5 proctor_tests=$6
: >"$proctor_fifo.functions"
proctor_exec_file=$(<"$BATS_LIBEXEC/bats-exec-file")
if [[ $proctor_exec_file == *'BATS_TEST_FILE_NUMBER="$1"'* ]]; then
  # From 1.12 on the file has a number, and what bats makes of it is there before.
  bats-preprocess >"$BATS_RUN_TMPDIR/$proctor_number-${1##*/}.src"
  set -- "$proctor_number" "$1" "$2"
else
  # bats 1.11 names the whole path.
  define_program "$BATS_ROOT/libexec/bats-core/bats-preprocess" bats-preprocess
  set -- "$1" "$2"
fi
# Where a solution that the file loads has put something else in the place of proctor_source_loaded, bats goes on here.
define_program "$BATS_LIBEXEC/bats-exec-test" :
BASH_ARGV0=$BATS_LIBEXEC/bats-exec-file
# shellcheck source=/dev/null
source "$BATS_LIBEXEC/bats-exec-file"
