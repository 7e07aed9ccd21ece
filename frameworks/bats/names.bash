# What the names in a test mean, where a solution is sourced: it shares a shell with the test, and may put something else
# in the place of a command that the test calls, or of a variable that it assigns. Part of test_process.bash.
#
# It's looked at when setup has come back, and once more at the end. From then on variables have names of their own instead
# of being local, which one that the solution has made readonly can't be.

# Programs that tests are written with, and that no exercise asks for as a function. (There are exercises with functions
# such as head, join or clear, which are programs, too.)
proctor_known_tools=(cat diff cmp comm seq sort uniq grep sed awk tr wc cut paste tee od bash sh env)
proctor_before=$'([|&;({!`\n]|[[:space:]](then|do|else|if|while|until))[[:space:]]*' proctor_after='([[:space:];|&)]|$)'
proctor_substitutes=$'([$<>]\\(|`)([^)]*[|;&({!\n])?[[:space:]]*'
proctor_before_value='[[:space:];(]' proctor_assigns=$'(for|read|mapfile|readarray|local|declare|typeset|-v)[[:space:]]([^\n;]*[[:space:]])?'

# REPLY becomes the program that a shell with this PATH calls by the name. (`type -P` says what the hash table has.)
proctor_find() {
  proctor_rest=$2:
  while [[ $proctor_rest ]]; do
    REPLY=${proctor_rest%%:*}/$1 proctor_rest=${proctor_rest#*:}
    if [[ -x $REPLY && ! -d $REPLY ]]; then return 0; fi
  done
  REPLY=''
}

# Called before setup, with the text of the test and of setup: which tools it and its helpers call, and where these are.
proctor_keep_names() {
  proctor_tools=() proctor_places=() proctor_test=$1 proctor_path=${proctor_path-$PATH} proctor_shared=$'\n' proctor_named=''
  local name own input='(assert|refute)_[a-z_]+[[:space:]]([^;]*[[:space:]])?(-[[:space:];]|--stdin|<<)' text=$proctor_callers
  local LC_ALL=C 2>/dev/null || true   # which is quicker; a solution may have made it readonly
  if [[ ${proctor_at_top:-} ]]; then text+=$(<"${BATS_TEST_SOURCE%.src}"); fi
  # A test that says itself what these are means that.
  if [[ $text == *PATH*=* && $text =~ (^|[^[:alnum:]_])PATH\+?= || $text == *'hash '* && $text =~ $proctor_before"hash " ]]; then proctor_path=''; fi
  if [[ $text == *' -'*n* && $text =~ (declare|local|typeset)[[:space:]]+-[[:alpha:]]*n ]]; then proctor_test=''; fi
  # Assertions read their standard input by cat.
  if [[ $proctor_callers == *[et]_* && $proctor_callers =~ $input ]]; then proctor_callers+=$'\n    cat -;\n'; fi
  builtin printf -v own ' %s' "${names[@]}"
  builtin printf -v proctor_builtin_names ' %s ' "${proctor_builtins[@]}"
  builtin printf -v input '|%s' "${proctor_known_tools[@]}"
  [[ ! $proctor_callers =~ $proctor_before(${input#|})$proctor_after ]] || for name in "${proctor_known_tools[@]}"; do
    # Few of them stand there at all; an expression takes longer.
    [[ $proctor_callers == *"$name"* && $proctor_callers =~ $proctor_before"$name"$proctor_after ]] || continue
    [[ "$own " != *" $name "* && $proctor_callers != *"function $name ()"* ]] || continue
    # What is called by `run` may be what is tested.
    [[ ! $proctor_callers =~ [[:space:]]run[[:space:]]+"$name"$proctor_after ]] || continue
    proctor_find "$name" "$proctor_path"
    proctor_tools+=("$name") proctor_places+=("$REPLY")
  done
  builtin readonly proctor_known_tools proctor_before proctor_after proctor_substitutes proctor_before_value proctor_assigns
  builtin readonly proctor_path proctor_tools proctor_places proctor_test
}

# Called when setup has come back. A solution may have functions that are called like tools. They stay what they are to it;
# the test and its helpers call the programs.
proctor_separate_names() {
  [[ ${proctor_callers:-} ]] || return 0
  proctor_doubt_switched
  [[ ! $proctor_named ]] || return 0
  for proctor_name in "${proctor_tools[@]}"; do
    if builtin declare -F "$proctor_name" >/dev/null; then
      proctor_read_functions "$proctor_name"
      builtin eval "proctor_theirs_$REPLY
        $proctor_name() {
          case \${FUNCNAME[1]}/\${BASH_SOURCE[1]} in
            proctor_theirs_* | */\"\$BATS_ROOT/\$BATS_LIBDIR\"/bats-core/*) proctor_theirs_$proctor_name \"\$@\" ;;
            */\"\$BATS_TEST_SOURCE\" | *.bash | */\"\$proctor_processes\"/*) builtin command $proctor_name \"\$@\" ;;
            *) proctor_theirs_$proctor_name \"\$@\" ;;
          esac
        }"
      proctor_read_functions "$proctor_name"
      proctor_shared+=$REPLY
    fi
  done
  proctor_doubt_names
}

proctor_doubt_switched() {
  if [[ $proctor_callers != *[[:space:]]enable[[:space:]]* ]]; then
    # Nothing but the built-in command can set a variable.
    proctor_alive=''
    builtin printf -v proctor_alive 1
    builtin enable -n >>"$BATS_TEST_SOURCE.disabled" || proctor_alive=''
    if [[ ! $proctor_alive || -s $BATS_TEST_SOURCE.disabled ]]; then
      proctor_named='The solution switched built-in commands off (enable -n), which the tests themselves need.'
    fi
  fi
}

# Sets proctor_named if something means something else than it did. (What bats and its assertions call by other names is
# looked at where those are.)
proctor_doubt_names() {
  [[ ${proctor_callers:-} ]] || return 0
  proctor_doubt_switched
  [[ ! $proctor_named ]] || return 0
  for proctor_name in "${!proctor_tools[@]}"; do
    proctor_tool=${proctor_tools[proctor_name]}
    if [[ $proctor_path && $PATH != "$proctor_path" ]]; then
      proctor_find "$proctor_tool" "$PATH"
      proctor_is_place "$REPLY" "${proctor_places[proctor_name]}" "$proctor_tool"
    fi
    if builtin declare -F "$proctor_tool" >/dev/null; then
      proctor_read_functions "$proctor_tool"
      if [[ $proctor_shared != *$'\n'"$REPLY"* ]]; then proctor_doubt_name "$proctor_tool"; fi
    fi
  done
  {
    builtin printf '\0'
    builtin hash -l || :
    if [[ ${proctor_shopts-$BASHOPTS} == *expand_aliases* ]]; then builtin alias -p; fi
    builtin declare -n
  } >>"$BATS_TEST_SOURCE.names" 2>/dev/null
  builtin mapfile -d '' -t proctor_text <"$BATS_TEST_SOURCE.names"
  builtin mapfile -t proctor_text <<<"${proctor_text[-1]-}"
  for proctor_line in "${proctor_text[@]}"; do
    case $proctor_line in
      'builtin hash -p '*) if [[ $proctor_path ]]; then proctor_doubt_hashed "${proctor_line##* }" "${proctor_line#builtin hash -p }"; fi ;;
      'alias '*=*)
        proctor_name=${proctor_line#alias } proctor_name=${proctor_name%%=*}
        # The tests are read before; what stands in $(…) is read again when it's run.
        if [[ $proctor_callers =~ $proctor_substitutes"$proctor_name"$proctor_after ]]; then
          proctor_find "$proctor_name" "${proctor_path:-$PATH}"
          if [[ $REPLY || $proctor_builtin_names == *" $proctor_name "* ]]; then proctor_doubt_name "$proctor_name"; fi
        fi
        ;;
      'declare -'*)
        proctor_name=${proctor_line#declare -* } proctor_name=${proctor_name%%=*}
        if [[ $proctor_test =~ $proctor_before_value"$proctor_name"\+?= || $proctor_test =~ $proctor_assigns"$proctor_name"([[:space:]\;]|$) ]]; then
          proctor_named="The solution made $proctor_name the name of another variable (declare -n), which the tests themselves assign."
        fi
        ;;
    esac
  done
}

proctor_doubt_name() {
  proctor_named="The solution replaced $1, which the tests themselves need."
}

# proctor_is_place PLACE ORIGINAL NAME: a name that leads to the same file by another way is the same program.
proctor_is_place() {
  if [[ $1 && $2 && ! $1 -ef $2 ]]; then
    proctor_doubt_name "$3"
  elif [[ ! $1 && $2 ]] && builtin declare -F command_not_found_handle >/dev/null; then
    proctor_doubt_name "$3"
  fi
}

# proctor_doubt_hashed NAME PLACE-AND-NAME: what the hash table has is what a shell would find, unless somebody has said
# something else. (bash quotes it as it reads it.)
proctor_doubt_hashed() {
  if [[ ! $proctor_callers =~ ($proctor_before|[[:space:]]run[[:space:]]+)"$1"$proctor_after ]]; then return 0; fi
  builtin eval "proctor_line=${2%" $1"}"
  [[ $proctor_line == /* ]] || return 0
  proctor_find "$1" "$proctor_path"
  if [[ ${proctor_line##*/} == "$1" && $proctor_line -ef $REPLY ]]; then return 0; fi
  proctor_find "$1" "$PATH"
  if [[ ${proctor_line##*/} != "$1" || ! $proctor_line -ef $REPLY ]]; then proctor_doubt_name "$1"; fi
}
