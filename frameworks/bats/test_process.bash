# How the process of one test begins; what follows is bats' own bats-exec-test, which it changes in a few places. The
# reporter writes both to a new file for each test, so nothing that a test writes changes them for the next.
# Descriptors: 1 and 2 the test's output, 9 what the reporter tells this test alone.
#
# A verdict counts if the process ends with the right code and the verdict's file begins with this test's secret. The
# secret is in a variable of this shell: programs that the test starts inherit neither it nor the file. A solution that the
# test sources can read it. So a test of an exercise has passed only if there is another file, too, by a name that no function
# can know: the script itself makes it, when the test's functions have all come back to it.
#
# What is written here is added to files that are made, empty, before the test's source is loaded. (A solution may switch
# noclobber on, or set a umask; and what is written to a file that was cut takes ext4 milliseconds to close.)

{ read -r proctor_secret; read -r proctor_exercise; IFS= read -r proctor_verdict; read -r proctor_ending proctor_tests; } <&9
exec 9<&- 5>&2
proctor_processes=${BASH_SOURCE[0]%/*}
# names.bash, only where the test file may source a solution: to read it takes a millisecond in each test.
proctor_separate_names() { :; }
proctor_doubt_names() { :; }
if [[ $proctor_tests ]]; then source "${BASH_SOURCE[0]}.names"; fi
# bats notes where it is before each command, but in its own functions. These aren't part of a student's stack either, and
# to leave them out here takes a tenth of the time.
# shellcheck disable=SC2016
proctor_trace='bats_debug_trap "$BASH_SOURCE"'
# A solution that is sourced may switch xtrace on, in a function as well: what it prints are the solution's commands and
# the test's, not these.
# shellcheck disable=SC2016
if [[ $proctor_tests ]]; then proctor_trace="case \$- in *x*) { set +x; $proctor_trace; set -x; } 2>/dev/null ;; *) $proctor_trace ;; esac"; fi
# shellcheck disable=SC2016
proctor_trace='case $BASH_SOURCE in "$BATS_ROOT/$BATS_LIBDIR"/*/* | "$BATS_ROOT"/libexec/*/* | "$proctor_processes"/*) ;; *) '$proctor_trace' ;; esac'
BASH_ARGV0=$BATS_LIBEXEC/bats-exec-test

# Called when bats has defined its functions, before the test's source is loaded: that may load a solution, which may not
# put something else in the place of what judges it.
proctor_prepare() {
  # The reporter has made the directory already: one program for the tests of a file, not two for each test.
  bats_create_test_tmpdirs() {
    export BATS_TEST_TMPDIR=$BATS_RUN_TMPDIR/test/$BATS_SUITE_TEST_NUMBER
    [[ -d $BATS_TEST_TMPDIR ]] || mkdir -p "$BATS_TEST_TMPDIR" || exit 1
    printf '%s\n' "$BATS_TEST_NAME" >|"$BATS_TEST_TMPDIR.name"
  }

  # bats asks another program for the time. (From 1.10 on, the argument names the variable to put it into.)
  get_mills_since_epoch() {
    local variable=(${1:+"-v$1"})
    builtin printf "${variable[@]}" '%d\n' "$((${EPOCHREALTIME//[.,]/} / 1000))"
  }

  # bats_extract_line FILE NUMBER VARIABLE. The test may have overwritten the file that its line is to be shown of.
  bats_extract_line() {
    local __bats_extract_line_file=$1 __bats_extract_line_lines
    if [[ $1 == "$BATS_TEST_FILENAME" ]]; then __bats_extract_line_file=${BATS_TEST_SOURCE%.src}; fi
    mapfile -t -s "$(($2 - 1))" -n 1 __bats_extract_line_lines <"$__bats_extract_line_file"
    printf -v "$3" '%s' "${__bats_extract_line_lines[0]%$'\r'}"
  }

  # bats takes the white space from the ends of lines, which may be all that differs.
  bats_replace_filename() {
    local line
    while IFS= read -r line || [[ $line ]]; do printf '%s\n' "${line//"$BATS_TEST_SOURCE"/"$BATS_TEST_FILENAME"}"; done
  }

  # bats takes its trap for DEBUG away when a command fails, for that ends the test; but not where errexit is off. What
  # fails then within a solution is its own affair. What fails in the tests and in what they load (.bash) is an assertion
  # that doesn't end its test: that the trap is gone says so at the end, also if errexit is on again (proctor_doubt).
  bats_check_status_from_trap() {
    local status=$?
    if [[ ${BATS_TEST_COMPLETED:-} ]]; then return 0; fi
    if [[ ${FUNCNAME[1]} == bats_error_trap && $- != *e* ]]; then
      case ${BASH_SOURCE[2]} in "$BATS_TEST_SOURCE" | *.bash) ;; *) return 0 ;; esac
    fi
    BATS_ERROR_STATUS=${BATS_ERROR_STATUS:-$status}
    if [[ $BATS_ERROR_STATUS == 0 ]]; then BATS_ERROR_STATUS=1; fi
    builtin trap - DEBUG
  }

  # bats keeps what is printed, adds it to the message of a test that fails and drops it for others. Here it is the
  # output of every test; only what assertions say stays with the message.
  proctor_begin_test() {
    exec >&3 4>&3 2>&5 5>&-
    # What called setup isn't shown, with bats from 1.11 on. (What is local here would be so to a solution that setup
    # sources: its own variable of that name would be gone before the test.)
    proctor_limit=${BATS_STACK_TRACE_LIMIT-}
    if [[ $proctor_limit ]]; then bats_set_stacktrace_limit; fi
    setup "$@"
    proctor_xtrace_off
    if [[ $proctor_limit ]]; then BATS_STACK_TRACE_LIMIT=$proctor_limit; fi
    if [[ $proctor_exercise ]] && builtin shopt -q nocasematch && [[ $(<"${BATS_TEST_SOURCE%.src}") != *nocasematch* ]]; then
      proctor_cases=solution
      # shellcheck disable=SC2064
      builtin trap "proctor_keep_case; $proctor_trace" DEBUG
    elif [[ $proctor_tests ]]; then
      # A solution that setup has sourced may have set a trap of its own meanwhile, to see what it does, or removed this.
      # shellcheck disable=SC2064
      builtin trap "$proctor_trace" DEBUG
    fi
    # It may have lived without errexit so far; the tests can't.
    if [[ $proctor_tests && ! -o errexit && $(<"${BATS_TEST_SOURCE%.src}") != *'set +'@(*([a-zA-Z])e|o errexit)* ]]; then builtin set -e; fi
    proctor_assertions_to_message   # which setup may have loaded
    proctor_keep_assertions
    proctor_separate_assertions
    if [[ $- == *T* ]]; then
      builtin set +T   # which keeps the trap out of what is called here
      proctor_separate_names
      builtin set -T
    else
      proctor_separate_names
    fi
    if [[ ${proctor_xtrace:-} ]]; then builtin set -x; fi
  }
  # Up to 1.10 a test's function calls this first.
  bats_test_begin() {
    BATS_TEST_DESCRIPTION=$1
    proctor_begin_test
  }

  [[ $proctor_exercise ]] || return 0
  # Files that are there stay readable, whatever umask a solution sets.
  : >|"$BATS_TEST_SOURCE.debug" >|"$BATS_TEST_SOURCE.traps" >|"$proctor_verdict" >>"${BATS_OUT:-$proctor_verdict}"
  if [[ $proctor_tests ]]; then : >|"$BATS_TEST_SOURCE.disabled" >|"$BATS_TEST_SOURCE.names"; fi
  : >|"$BATS_TEST_SOURCE.assertions" >|"$BATS_TEST_SOURCE.callers" >|"$BATS_TEST_SOURCE.functions"
  local names=()
  { compgen -A function bats_; compgen -A function proctor_; } >|"$BATS_TEST_SOURCE.own"
  mapfile -t names <"$BATS_TEST_SOURCE.own"
  readonly -f "${names[@]}"
  readonly proctor_builtins proctor_exercise proctor_secret proctor_verdict proctor_processes
  readonly proctor_trace
  readonly BATS_ROOT BATS_LIBEXEC BATS_LIBDIR BATS_TEST_SOURCE
}

# Called before the test's source loads a solution at its top. Assertions that are loaded behind it take the place of the
# solution's.
proctor_before_solution() {
  if [[ $proctor_exercise && ! ${proctor_at_top:-} ]]; then
    proctor_read_functions skip
    readonly proctor_skip=$REPLY
  fi
  proctor_at_top=1 proctor_path=${proctor_path-$PATH}
  builtin compgen -A function assert >/dev/null || return 0
  proctor_assertions_to_message
  proctor_keep_assertions
}

# Called by the last line of the test's source.
proctor_source_loaded() {
  proctor_xtrace_off
  if [[ $proctor_exercise ]]; then
    proctor_keep_meaning
    proctor_only_tests_skip
  fi
  proctor_assertions_to_message
  proctor_keep_assertions
  proctor_keep_callers
}

# Where a sourced solution has switched xtrace on, what is called here would fill the output. The test has it on again.
proctor_xtrace_off() {
  case $-$proctor_exercise in
    *x*1) { proctor_xtrace=1; builtin set +x; } 2>/dev/null ;;
  esac
}

# A test of an exercise, or a helper of it, may find that what it needs isn't there. A solution that the test has sourced
# isn't asked whether it wants to be tested. One that is loaded at the top may have a function of that name for itself.
proctor_only_tests_skip() {
  if [[ ${proctor_skip:-} ]] && builtin declare -F skip >/dev/null; then
    proctor_read_functions skip
    if [[ $REPLY != "$proctor_skip" ]]; then builtin eval "proctor_theirs_$REPLY"; fi
  fi
  skip() {
    if [[ ${BASH_SOURCE[1]} == "$BATS_TEST_SOURCE" || ${BASH_SOURCE[1]} == *.bash ]]; then
      # In a shell of its own: here bats' functions can't be defined again.
      # shellcheck disable=SC2016
      builtin eval "$(/bin/bash -c 'source "$BATS_ROOT/$BATS_LIBDIR/bats-core/test_functions.bash" && declare -f skip')"
      proctor_may_skip=1
      skip "$@"
    elif builtin declare -F proctor_theirs_skip >/dev/null; then
      proctor_theirs_skip "$@"
    else
      builtin printf 'The solution called skip: %s, line %d\n' "${BASH_SOURCE[1]}" "${BASH_LINENO[0]}" >>"$BATS_OUT"
      builtin exit 1
    fi
  }
}

# A solution that setup sources may compare without regard to case; the tests, which don't ask for that, still mean what
# they say. Called before each command.
proctor_keep_case() {
  local file=${BASH_SOURCE[1]}
  if [[ $file == "$BATS_TEST_SOURCE" || $file == *.bash && $file != "$BATS_ROOT/$BATS_LIBDIR"/bats-core/* ]]; then
    if builtin shopt -q nocasematch; then
      builtin shopt -u nocasematch
      proctor_cases=tests
    fi
  elif [[ $proctor_cases == tests ]]; then
    builtin shopt -s nocasematch
    proctor_cases=solution
  fi
}

# Why a test of an exercise hasn't passed although bats takes it for that; sets REPLY, or leaves it empty.
proctor_doubt() {
  # What can't be assigned here ends the test without a verdict; in a loop it would only be passed over.
  proctor_name='' proctor_line='' proctor_calls='' proctor_text=()
  proctor_doubt_names
  REPLY=${proctor_named:-}
  for proctor_name in return exit local builtin eval set shift trap exec unset [; do
    if [[ $proctor_replaced == *$'\n'"$proctor_name"$'\n'* ]]; then
      REPLY="The solution replaced $proctor_name, which bats and its assertions need."
    fi
  done
  # Solutions do have functions of these names. In the place of read, a loop of a test over a table may have no rows, and
  # it's by read that run fills lines, and that bats finds libraries.
  for proctor_name in test read mapfile readarray; do
    if [[ $proctor_replaced == *$'\n'"$proctor_name"$'\n'* ]]; then
      proctor_calls="[[:space:]]${proctor_name}[[:space:]]"
      if [[ $proctor_name == read ]]; then proctor_calls+='|lines|_line|bats_load_library'; fi
      # The words of a test's name aren't commands.
      proctor_line=${proctor_callers:-}
      if [[ $proctor_line =~ $'\n    bats_test_begin '[^$'\n']* ]]; then proctor_line=${proctor_line/"${BASH_REMATCH[0]}"}; fi
      if [[ $proctor_line =~ $proctor_calls ]]; then
        REPLY="The solution replaced $proctor_name, which the tests themselves need."
      fi
    fi
  done
  if [[ ${proctor_alias:-} ]]; then REPLY="The solution made an alias of $proctor_alias, which the tests themselves need."; fi
  # A test that was left before its end has failed anyhow. That may have been within run, which switches these off itself.
  proctor_ended=$BATS_TEST_COMPLETED$BATS_TEST_SKIPPED
  for proctor_name in output status lines stderr stderr_lines; do
    if [[ ! $proctor_ended && $proctor_options != *e* && ${!proctor_name@a} == *r* ]] &&
      [[ ${proctor_callers:-} == *[[:space:]]run[[:space:]]* ]]; then
      REPLY="The solution made $proctor_name readonly, which run assigns in the tests."
    fi
  done
  # Without errexit a test goes on behind an assertion that failed; with extdebug commands can be left out.
  if [[ $proctor_ended && $proctor_options != *e* && $(<"${BATS_TEST_SOURCE%.src}") != *'set +'@(*([a-zA-Z])e|o errexit)* ]]; then
    REPLY='The solution switched errexit off (set +e), without which no assertion ends its test.'
  elif [[ $proctor_ended && $proctor_options != *T* && $(<"${BATS_TEST_SOURCE%.src}") != *'set +'* ]]; then
    # Then a trap for DEBUG comes back when a function returns that took it away.
    REPLY='The solution switched functrace off (set +T), without which its traps can outlive the test.'
  elif [[ -s $BATS_TEST_SOURCE.traps && $(<"$BATS_TEST_SOURCE.traps") =~ return|eval|[\'\;\&\|][[:space:]]*\$ ]]; then
    # It runs in the function that failed, and would make that return something else.
    REPLY='The solution set a trap for ERR or RETURN that an assertion can return from.'
  # (bats itself takes its trap away when a test fails.)
  elif [[ $BATS_TEST_COMPLETED && -s $BATS_TEST_SOURCE.debug &&
    $(<"$BATS_TEST_SOURCE.debug") != "trap -- '"?('proctor_keep_case; ')"$proctor_trace' DEBUG" ]]; then
    REPLY='The solution set or removed a trap for DEBUG, which runs before each command of a test.'
  elif shopt -q extdebug; then
    REPLY='The solution switched extdebug on, with which commands of a test can be left out.'
  fi
  for proctor_name in output status lines stderr stderr_lines expected actual; do
    if [[ -R $proctor_name || ${!proctor_name@a} == *[ciul]* ]]; then
      REPLY="The solution declared $proctor_name in a way that changes what the tests put into it."
    fi
  done
  # From here on without `return`.
  if [[ ! $REPLY && ${proctor_checked:-} ]]; then
    proctor_read_functions "${proctor_checked[@]}"
    if [[ $REPLY != "$proctor_checked_text" && $proctor_in_test ]]; then proctor_find_replaced; fi
    if [[ $REPLY == "$proctor_checked_text" || ! $REPLY ]]; then
      REPLY=''
    else
      REPLY='The solution replaced functions that the tests themselves need, such as assert_equal or fail.'
    fi
  fi
  if [[ $REPLY ]]; then
    :
  elif [[ $BATS_TEST_SKIPPED ]]; then
    if [[ ! ${proctor_may_skip:-} ]]; then REPLY='The solution skipped the test instead of passing it.'; fi
  # A test that comes to its end comes back to the script.
  elif [[ $BATS_TEST_COMPLETED && ${FUNCNAME[2]:-main} != main ]]; then
    REPLY='The test was left before it had come to its end.'
  fi
}

# All of bats-assert's words go through this function of bats-support's, whichever file has brought it.
proctor_assertions_to_message() {
  builtin declare -F batslib_err >/dev/null || return 0
  batslib_err() {
    if (($# > 0)); then
      builtin printf %s "$1"
      for proctor_word in "${@:2}"; do builtin printf ' %s' "$proctor_word"; done
      builtin printf '\n'
    else
      cat -
    fi >>"$BATS_OUT"
  }
}

# A child of the test that is killed before bash has taken the traps of this shell from it runs them as well: it must
# neither clean up nor have a verdict.
proctor_leave_if_child() {
  if [[ $BASHPID != "$$" ]]; then
    POSIXLY_CORRECT=1   # special built-ins come before functions of their names
    trap - EXIT
    exit 143
  fi
}

# What bats_check_status_from_trap does first, which finds another status by then.
proctor_keep_status() {
  if [[ ! ${BATS_TEST_COMPLETED:-} ]]; then BATS_ERROR_STATUS=${BATS_ERROR_STATUS:-$proctor_status}; fi
}

# bats writes what came of the test to the descriptor 3. While the test runs, that is the output like any other.
bats_exit_trap() {
  proctor_leave_if_child
  if [[ $proctor_exercise && ! ${proctor_options-} ]]; then
    # Special built-ins come before functions of their names now. Those of the others are done with, and what bats does
    # at the end is done by the built-ins themselves.
    proctor_options=$- proctor_shopts=$BASHOPTS
    POSIXLY_CORRECT=1
    trap -p DEBUG >>"$BATS_TEST_SOURCE.debug"
    trap - DEBUG
    set +euk
    trap -p ERR RETURN >>"$BATS_TEST_SOURCE.traps"
    trap - ERR RETURN {1..8} {10..18} {20..31} {34..64}
    unset -f unset declare
    unset POSIXLY_CORRECT   # in that mode `[` is no name of a function
    proctor_replaced=$'\n'
    for proctor_name in "${proctor_builtins[@]}"; do
      if declare -F "$proctor_name"; then
        proctor_replaced+=$proctor_name$'\n'
        unset -f "$proctor_name"
      fi
    done >/dev/null
    shopt -u nocasematch
    # Called again when the script comes to its end.
    if [[ $BATS_TEST_COMPLETED && ${FUNCNAME[1]}/${FUNCNAME[2]:-} == bats_teardown_trap/bats_perform_test ]] &&
      [[ $proctor_options == *T* || $(<"${BATS_TEST_SOURCE%.src}") == *'set +'* ]]; then
      return 0
    fi
  fi
  exec 3>>"$proctor_verdict"
  proctor_how=${BATS_TEST_SKIPPED:+skipped}
  if [[ $proctor_exercise ]]; then
    proctor_doubt
    if [[ $REPLY ]]; then
      printf '%s\n' "$REPLY" >>"$BATS_OUT"
      proctor_doubted=1
      # What bats says of the place is that of the last command, which has nothing to do with it.
      if [[ $BATS_TEST_COMPLETED || $BATS_TEST_SKIPPED ]]; then proctor_how=doubted; else proctor_how=''; fi
      BATS_TEST_COMPLETED='' BATS_TEST_SKIPPED=''
    fi
  fi
  # A command that fails has another status; what bats says of the place doesn't say that it was `exit`.
  if [[ ! $BATS_TEST_COMPLETED$BATS_TEST_SKIPPED$proctor_how${proctor_doubted:-} &&
    ${FUNCNAME[1]} == bats_teardown_trap && ${proctor_status:-} == 0 ]]; then
    printf 'exit was called with status 0, which ended the test before it had come to its end.\n' >>"$BATS_OUT"
  fi
  printf '%s %s\n' "$proctor_secret" "$proctor_how" >&3
  proctor_bats_exit_trap "$@"
}

