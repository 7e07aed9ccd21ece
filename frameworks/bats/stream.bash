# Runs bats and reads what it prints: TAP with a line where each file and each test begins, and with the time of each test
# (`--formatter cat --timing`). What a test printed stands behind its failure, and else in a file (--gather-test-outputs-in).
# shellcheck disable=SC2154  # the reporter's other files set what is used here

readonly part_size=30000   # characters of a failure's beginning, and of its end
readonly begin_line='^begin ([0-9]+) (.*)$'
readonly result_end='^([0-9]+)ms( # (skip ?)?(.*))?$'
readonly hook_line='^not ok [0-9]+ (setup_file failed|teardown_file failed|setup_suite|teardown_suite)$'

# run_bats FILE-NUMBER...: runs the chosen tests of these files. Sets not_gathered to bats' words if it can't load one.
run_bats() {
  local -a options=(--formatter cat --timing) files=()
  local number
  current='' number_of_test='' outcome='' hook='' pending='' has_plan='' suite_process='' held_open='' not_gathered=''
  for number in "$@"; do
    local -n file=file_$number
    files+=("./${file[relative]}")
  done
  if [[ ! $runs_all ]]; then
    make_filter "$1"
    options+=(--filter "$REPLY")
  fi
  [[ ! $suite ]] || options+=(--setup-suite-file "$root/$suite")
  (( ++runs ))
  local pipe=$private/bats-$$-$runs.pipe
  outputs=$private/bats-$$-$runs.outputs errors=$private/bats-$$-$runs.errors
  # bats 1.8 makes a path of the name as it is.
  if may_have_slash "$@"; then options+=(--show-output-of-passing-tests); else options+=(--gather-test-outputs-in "$outputs"); fi
  mkfifo "$pipe" || fail_run "can't write to $private"
  (
    exec {channel}>&- {out}>&- {err}>&-
    exec bats "${options[@]}" "${files[@]}" >"$pipe" 2>"$errors"
  ) &
  bats_process=$!
  exec {stream}<"$pipe"
  read_stream
  exec {stream}<&-
  finish
  # A process that a test left behind, and that holds bats' output, keeps bats from ending.
  [[ ! $held_open ]] || kill -TERM -- "-$bats_process"
  wait "$bats_process" || [[ $held_open ]] || failed=1
  local said=''
  [[ ! -s $errors ]] || said=$(head -c "$part_size" "$errors")
  if [[ ! $has_plan ]]; then
    not_gathered=${pending:-${said:-bats ended without a word.}}
  elif [[ ! $stopping && $pending$said ]]; then
    printf '%s\n' "$pending$said" >&"$err"
  fi
}

# Whether a slash may stand in the name of a test of these files.
may_have_slash() {
  local number name
  for number in "$@"; do
    local -n written=written_$number
    for name in "${written[@]}"; do
      if [[ $name == */* ]] || is_expanded "$name"; then return 0; fi
    done
  done
  return 1
}

read_stream() {
  local line='' part status
  while true; do
    IFS= read -r -t 1 -u "$stream" part
    status=$?
    line+=$part
    if (( status == 0 )); then
      take_line "$line"
      line=''
    elif (( status > 128 )); then
      # Nothing came for a second. If the test has its result, all of that is there.
      [[ ! $outcome ]] || finish
      if [[ $suite_process && ! -e /proc/$suite_process ]]; then
        held_open=1
        return 0
      fi
    else
      [[ ! $line ]] || take_line "$line"
      return 0
    fi
  done
}

take_line() {
  local line=$1
  if [[ $line =~ $begin_line ]]; then
    begin_test "${BASH_REMATCH[@]:1}"
  elif [[ $number_of_test && ${line#not } == "ok $number_of_test $name in "* &&
    ${line#*"ok $number_of_test $name in "} =~ $result_end ]]; then
    take_result "$line"
  elif [[ ! $number_of_test || $outcome ]] && [[ $line =~ $hook_line ]]; then
    finish
    hook=${line#not ok * } outcome=fail message=$hook$'\n' tail='' left_out=0
  elif [[ ! $has_plan && $line =~ ^1\.\.[0-9]+$ ]]; then
    has_plan=1
    note_suite_process
  elif [[ ! $number_of_test || $outcome ]] && [[ $line == "suite $root/"* ]]; then
    finish
    find_file "${line#"suite $root/"}"
  elif [[ $outcome && $line == '# bats warning: Executed '* ]]; then
    :   # what has no result is told by name
  elif [[ $outcome && $line == '#'* ]]; then
    line=${line#\#}
    take_output "${line# }"$'\n'
  elif [[ $number_of_test && ! $outcome ]]; then
    printf '%s\n' "$line" >&"$out"
  else
    # It belongs to the next test, whose process loads the file before it says that the test begins.
    if (( ${#pending} < part_size )); then pending+=$line$'\n'; fi
  fi
}

# Remembers bats' own process that runs all files. It ends when they are done, whoever else holds its output.
note_suite_process() {
  local process
  local -a words children
  read -r -a children <"/proc/$bats_process/task/$bats_process/children"
  for process in "${children[@]}"; do
    mapfile -d '' -t words <"/proc/$process/cmdline"
    [[ "${words[*]}" != *bats-exec-suite* ]] || suite_process=$process
  done
}

# Sets current to the number of the file that bats has begun.
find_file() {
  for (( current = 0; current < file_count; ++current )); do
    local -n file=file_$current
    [[ ${file[relative]} != "$1" ]] || return 0
  done
  current=''
}

# begin_test NUMBER NAME
begin_test() {
  # bats begins a test once more that is to be tried again.
  if [[ $number_of_test == "$1" && ! $outcome ]]; then return 0; fi
  finish
  if [[ $stopping || ! $current ]]; then return 0; fi
  number_of_test=$1 name=$2
  local -n file=file_$current
  find_test "$2"
  planned_name=$REPLY
  json "${file[relative]}::$REPLY"
  id=$REPLY
  json "${file[relative]}"
  (( ++started ))
  mark_output "$started"
  event "\"event\":\"start\",\"id\":$id,\"file\":$REPLY,\"n\":$started"
  printf %s "$pending" >&"$out"
  message='' tail='' left_out=0 duration='' pending=''
}

# REPLY becomes the name in the id of a test that bats calls like this. Only bats knows what variables in a name are.
find_test() {
  local -n names=names_$current selected=selected_$current written=written_$current
  local index found=''
  for index in "${!names[@]}"; do
    [[ ${selected[index]} == 1 ]] || continue
    if [[ ${names[index]} == "$1" ]]; then found=$index; break; fi
    if [[ ! $found ]] && is_expanded "${written[index]}"; then found=$index; fi
  done
  REPLY=$1
  [[ $found ]] || return 0   # the file registers it itself
  REPLY=${names[found]}
  selected[found]=begun
}

# Two results are no pass if one of them isn't.
take_result() {
  if [[ $outcome == fail ]]; then return 0; fi
  duration=${BASH_REMATCH[1]}
  if [[ $1 == 'not '* ]]; then
    outcome=fail
  elif [[ ${BASH_REMATCH[3]} ]]; then
    outcome=skip message=${BASH_REMATCH[4]}
  else
    outcome=pass
  fi
}

# What bats says of a failure is its message, with what the test printed. What other tests printed is their output.
take_output() {
  if [[ $outcome != fail ]]; then
    printf %s "$1" >&"$out"
  elif (( ${#message} < part_size )); then
    message+=$1
  else
    tail+=$1
    if (( ${#tail} > 2 * part_size )); then
      (( left_out += ${#tail} - part_size ))
      tail=${tail: -part_size}
    fi
  fi
}

# Reports the test or the hook whose result is complete, or the test that ended without one.
finish() {
  if [[ $hook ]]; then
    finish_hook
    hook='' outcome=''
    return 0
  fi
  [[ $number_of_test ]] || return 0
  if [[ ! $outcome ]]; then
    outcome=fail message='The test ended the whole program: its shell ended before bats had a result.'
  fi
  local printed=("$outputs/$number_of_test-"*)
  if [[ $outcome != fail && -s ${printed[0]} ]]; then cat "${printed[@]}" >&"$out"; fi
  mark_output 0
  local fields="\"event\":\"finish\",\"id\":$id,\"status\":\"$outcome\"${duration:+,\"duration_ms\":$duration}"
  if [[ $outcome != pass ]]; then
    whole_message
    if [[ $REPLY =~ in\ test\ file\ [^$'\n']*,\ line\ ([0-9]+)\) ]]; then fields+=",\"line\":${BASH_REMATCH[1]}"; fi
    json "$REPLY"
    fields+=",\"message\":$REPLY"
  fi
  if [[ $exercise && $name != "$planned_name" ]]; then
    json "$name"
    fields+=",\"name\":$REPLY"
  fi
  event "$fields"
  if [[ $outcome == fail ]]; then fail; fi
  number_of_test='' outcome=''
}

whole_message() {
  REPLY=$message
  (( left_out == 0 )) || REPLY+="… $left_out characters are left out …"$'\n'
  REPLY+=$tail
}

fail() {
  failed=1
  if [[ $fail_fast && ! $stopping ]]; then
    stopping=1
    kill -INT -- "-$bats_process"
  fi
}

finish_hook() {
  [[ ! $stopping ]] || return 0
  whole_message
  local words=$REPLY
  # bats 1.10 says only on standard error why it can't load a file.
  if [[ $words == "$hook"$'\n' ]]; then words+=$(head -c "$part_size" "$errors"); fi
  case $hook in
    setup_suite) fail_run "$words" ;;
    teardown_suite) report_result "$suite" teardown_suite "$words" ;;
    'teardown_file failed')
      local -n file=file_$current
      report_result "${file[relative]}" teardown_file "$words"
      ;;
    # bats says so of a file that can't be loaded, too.
    'setup_file failed') if [[ $words == *"\`setup_file'"* ]]; then report_unprepared "$words"; else report_error "$current" "$words"; fi ;;
  esac
}

# report_result FILE NAME MESSAGE: an error that isn't one of a test's own run.
report_result() {
  local id relative
  (( ++started ))
  json "$1"
  relative=$REPLY
  json "$1::$2"
  id=$REPLY
  event "\"event\":\"start\",\"id\":$id,\"file\":$relative,\"n\":$started"
  json "$3"
  event "\"event\":\"finish\",\"id\":$id,\"status\":\"error\",\"message\":$REPLY"
  fail
}

# report_unprepared MESSAGE: setup_file failed, without which no test of the file can be run.
report_unprepared() {
  local index
  local -n file=file_$current names=names_$current selected=selected_$current
  for index in "${!names[@]}"; do
    if [[ ${selected[index]} == 1 ]]; then
      selected[index]=begun
      report_result "${file[relative]}" "${names[index]}" "$1"
    fi
  done
}

# report_error FILE-NUMBER MESSAGE: bats can't load the file; it runs the others.
report_error() {
  local words=$2 index
  local -n file=file_$1 selected=selected_$1
  if (( file_count == 1 )); then fail_run "$words"; fi
  for index in "${!selected[@]}"; do selected[index]=''; done
  [[ $words == *"${file[relative]##*/}"* ]] || words=${file[relative]}:$'\n'$words
  json "$words"
  event "\"event\":\"error\",\"message\":$REPLY"
  failed=1
}

# Whether a chosen test hasn't begun, though bats has come to its end.
is_any_left() {
  local number
  for number in "${wanted_files[@]}"; do
    local -n selected=selected_$number
    [[ " ${selected[*]} " != *' 1 '* ]] || return 0
  done
  return 1
}
