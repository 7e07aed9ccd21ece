# The assertions and helpers that tests call, as they were before a solution was sourced beside them, and which of them it
# has replaced. Part of test_process.bash.

# The assertions as they are, to see whether a solution that the test sources has replaced one. (Few commands: while a
# test runs, bats looks at each of them.)
proctor_keep_assertions() {
  [[ $proctor_exercise && ! ${proctor_assertions:-} ]] || return 0
  {
    builtin compgen -A function assert || :
    builtin compgen -A function refute || :
    builtin compgen -A function batslib_ || :
    builtin compgen -A function __ || :   # to which bats-assert's own hand their work
    builtin compgen -A function -X '!fail' || :
    builtin compgen -A function -X '!run' || :
  } >>"$BATS_TEST_SOURCE.assertions"
  builtin mapfile -t proctor_assertions <"$BATS_TEST_SOURCE.assertions"
  [[ ${proctor_assertions:-} ]] || return 0
  proctor_read_functions "${proctor_assertions[@]}"
  proctor_kept=$REPLY
  builtin readonly proctor_assertions proctor_kept
}

# What the tests and their helpers call, where a solution is sourced before each test.
proctor_keep_callers() {
  [[ $proctor_exercise ]] || return 0
  proctor_callers='' proctor_in_test=''
  if [[ ${proctor_assertions:-} ]]; then proctor_find_callers; fi
  builtin readonly proctor_callers proctor_in_test
}

proctor_find_callers() {
  proctor_read_functions setup "$BATS_TEST_NAME"
  if [[ ${proctor_at_top:-} || $REPLY == *[[:space:]]'source '* || $REPLY == *[[:space:]]'. '* ]]; then
    # Of one that the test itself loads nothing is known before that. (Lines of a string have no semicolon at their end.)
    local loads=$'\n +(source|\\.) [^\n]*;\n'
    if [[ ${REPLY#*$'\n}\n'} =~ $loads ]]; then proctor_in_test=1; fi
    local name line functions names=() test=$REPLY
    builtin compgen -A function >>"$BATS_TEST_SOURCE.callers"
    if [[ ${proctor_at_top:-} ]]; then proctor_with_files; fi
    # Not by read: a solution that was loaded at the top may have set IFS, or have a function of that name.
    builtin mapfile -t functions <"$BATS_TEST_SOURCE.callers"
    for line in "${functions[@]}"; do
      name=${line%% *}
      case $name/${line#"$name"} in
        # What other tests call doesn't matter to this one.
        "$BATS_TEST_NAME"/*) names+=("$name") ;;
        assert* | refute* | batslib_* | __* | fail/* | run/* | bats_* | proctor_*) ;;
        # bats' own, which no test means.
        find_in_bats_lib_path/* | get_mills_since_epoch/* | skip/* | */"$BATS_ROOT/$BATS_LIBDIR"/bats-core/*) ;;
        */ | *" $BATS_TEST_SOURCE" | *.bash) [[ " $proctor_tests " == *" $name "* ]] || names+=("$name") ;;
      esac
    done
    proctor_read_functions "${names[@]}"
    proctor_callers=$REPLY
    proctor_keep_names "$test"
  fi
}

# A solution that was loaded at the top has its functions among the others. What knows them is the file that they're from,
# which bash tells with extdebug on.
proctor_with_files() {
  builtin mapfile -t proctor_text <"$BATS_TEST_SOURCE.callers"
  ( builtin trap - DEBUG; builtin shopt -s extdebug; builtin declare -F "${proctor_text[@]}" ) >|"$BATS_TEST_SOURCE.callers"
}

# Behind a solution that was loaded at the top, the test file is read with its aliases.
proctor_keep_meaning() {
  proctor_alias=''
  if builtin shopt -q expand_aliases; then
    builtin shopt -u expand_aliases
    local name text before=$'([|&;({!`\n]|[[:space:]])' after='([[:space:];|&)]|$)'
    text=$(<"${BATS_TEST_SOURCE%.src}")
    for name in "${!BASH_ALIASES[@]}"; do
      if [[ $text =~ $before"$name"$after ]] && builtin type -t "$name" >/dev/null; then proctor_alias=$name; fi
    done
  fi
  builtin readonly proctor_alias
}

# A solution may have helpers of its own that are called like functions of the assertions, such as fail. They stay what
# they are to it; the assertions call theirs by another name. What a test calls itself stays as it is, and is doubted;
# but fail, which solutions do have, is the one or the other by who calls it.
proctor_separate_assertions() {
  proctor_checked=("${proctor_assertions[@]}") proctor_checked_text=${proctor_kept:-}
  if [[ ${proctor_callers:-} ]]; then
    proctor_read_functions "${proctor_assertions[@]}"
    local same=''
    [[ $REPLY != "$proctor_kept" ]] || same=1
    if [[ ! $same || $proctor_in_test ]]; then proctor_rename_replaced; fi
  fi
  builtin readonly proctor_checked proctor_checked_text
}

proctor_rename_replaced() {
  local name before=$'([|&;({!`\n]|[[:space:]](then|do|else|if|while|until|run))[[:space:]]*' after='([[:space:];|&)]|$)'
  local text rest kept=$proctor_kept names=() shares_fail=''
  local LC_ALL=C 2>/dev/null || true   # which is quicker; a solution may have made it readonly
  for name in "${proctor_assertions[@]}"; do
    names+=("$name")
    if [[ ! $proctor_in_test || $name != @(fail|assert|refute|batslib_err) ]]; then
      if [[ $same ]]; then continue; fi
      proctor_read_functions "$name"
      [[ $'\n'$proctor_kept != *$'\n'"$REPLY"* ]] || continue
    fi
    if [[ $proctor_callers =~ $before$name$after ]]; then
      [[ $name == fail ]] || return 0
      names+=(fail) shares_fail=1
    fi
    names[-1]=proctor_own_$name
    rest=$'\n'$kept text=''
    rest=${rest//$'\n'"$name ()"/$'\n'"proctor_own_$name ()"}
    while [[ $rest =~ $before$name$after ]]; do
      text+=${rest%%"${BASH_REMATCH[0]}"*}${BASH_REMATCH[0]/"$name"/"proctor_own_$name"}
      rest=${rest#*"${BASH_REMATCH[0]}"}
    done
    kept=${text#$'\n'}$rest
  done
  builtin eval "$kept"
  if [[ $shares_fail ]]; then proctor_share_fail; fi
  proctor_read_functions "${names[@]}"
  proctor_checked=("${names[@]}") proctor_checked_text=$REPLY
}

proctor_share_fail() {
  proctor_read_functions fail
  builtin eval "proctor_theirs_$REPLY"
  fail() {
    if [[ ${BASH_SOURCE[1]} == "$BATS_TEST_SOURCE" || ${BASH_SOURCE[1]} == *.bash ]]; then
      proctor_own_fail "$@"
    else
      proctor_theirs_fail "$@"
    fi
  }
}

# REPLY becomes the source of the functions; by way of a file, as that is quicker than another process. There it is what
# stands last: behind all that anybody has added before.
proctor_read_functions() {
  proctor_missing=''
  if { builtin declare -f "$@" || proctor_missing=1; builtin printf '\0'; } 2>/dev/null >>"$BATS_TEST_SOURCE.functions" &&
    [[ ! $proctor_missing ]]; then
    # Not by `IFS= read`, as IFS may be readonly.
    builtin mapfile -d '' -t proctor_text <"$BATS_TEST_SOURCE.functions"
    REPLY=${proctor_text[-1]-}
  else
    REPLY=$(builtin declare -f "$@")$'\n'
  fi
}

# A solution that the test itself sources may have functions that are named like assertions which neither the test nor its
# helpers call, nor what these call: those are its own affair. REPLY becomes empty if there are no others. (A helper that
# is loaded only in the test, or in setup, is known by its file.)
proctor_find_replaced() {
  proctor_reached=$proctor_callers proctor_left=("${proctor_checked[@]}") proctor_found=1 proctor_index=''
  builtin compgen -A function >|"$BATS_TEST_SOURCE.callers"
  proctor_with_files
  builtin mapfile -t proctor_text <"$BATS_TEST_SOURCE.callers"
  for proctor_line in "${proctor_text[@]}"; do
    proctor_name=${proctor_line%% *}
    if [[ $proctor_line == *.bash && $proctor_line != *"$BATS_ROOT/$BATS_LIBDIR"/bats-core/* &&
      $'\n'$proctor_checked_text != *$'\n'"$proctor_name ()"* ]]; then
      proctor_read_functions "$proctor_name"
      proctor_reached+=$REPLY
    fi
  done
  proctor_puts_together=$'(assert|refute|batslib|__)[[:alnum:]_]*["\'\\\\$`{]|}_'
  while [[ $proctor_found ]]; do
    proctor_found=''
    for proctor_index in "${!proctor_left[@]}"; do
      proctor_name=${proctor_left[proctor_index]}
      # Names that are put together can't be found.
      if [[ ! $proctor_reached =~ (^|[^[:alnum:]_])"$proctor_name"($|[^[:alnum:]_]) &&
        ! $proctor_callers =~ $proctor_puts_together ]]; then
        continue
      fi
      builtin unset "proctor_left[proctor_index]"
      proctor_read_functions "$proctor_name"
      if [[ $proctor_missing || $'\n'$proctor_checked_text != *$'\n'"$REPLY"* ]]; then break 2; fi
      proctor_reached+=$REPLY proctor_found=1
    done
    REPLY=''
  done
}
