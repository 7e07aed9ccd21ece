#!/usr/bin/env bash
# Runs bats files test by test and reports to proctor. What is bats' stays bats': its preprocessor, its bats-exec-file
# and its bats-exec-test run the files; this takes the place of `bats` and bats-exec-suite, which would believe whatever
# a test writes to the descriptor of the results.
#
#   reporter.bash [--path=GLOB]... [FILE]...      files relative to the current directory; none: those of the project
#
# Of each file one process runs setup_file and teardown_file (file_process.bash), and each test has one of its own
# (test_process.bash). A test's verdict comes from its exit code and from a file that begins with a secret of its own.

shopt -u patsub_replacement 2>/dev/null || true   # `&` is no more than a letter in replacements
case $0 in */*) folder=${0%/*} ;; *) folder=. ;; esac
# shellcheck source=channel.bash
source "$folder/channel.bash"
# shellcheck source=project.bash
source "$folder/project.bash"
# shellcheck source=preparation.bash
source "$folder/preparation.bash"
# shellcheck source=workspace.bash
source "$folder/workspace.bash"
# shellcheck source=conversation.bash
source "$folder/conversation.bash"
# shellcheck source=strays.bash
source "$folder/strays.bash"
# shellcheck source=suite.bash
source "$folder/suite.bash"

readonly message_size=60000   # bytes of a test's message, and of what it printed to standard error in a submission

# In a child that becomes a process of bats: nothing of ours is left to it but its output.
leave_reporter() {
  exec {channel}>&-
  exec 1>&"$out" 2>&"$err"
  exec {out}>&- {err}>&-
  cd -- "$root" || exit 1
}

# Loads the file of the given number and runs its setup_file, as bats-exec-file does. Sets environment (empty if it is
# that of the reporter), waits_for_teardown and file_pid; false if the file can't be loaded.
open_file() {
  local -n file=file_$1
  local -n names=names_$1
  if ! has_space; then leave_full_memory; fi
  local said=$BATS_RUN_TMPDIR/file-$1.out ready
  fifo=$BATS_RUN_TMPDIR/file-$1.fifo
  export BATS_TEST_FILENAME=${file[path]}
  export BATS_FILE_TMPDIR=$BATS_RUN_TMPDIR/file/${file[first]}
  exec {ready}< <(
    exec 8>&1
    leave_reporter
    local command=("$BASH" "$folder/file_process.bash" "${file[path]}" "$test_list"
      "$fifo" "${file[source]}" "${file[first]}" "${#names[@]}")
    exec >"$said" 2>&1
    if (( ${#suite_environment[@]} == 0 )); then exec "${command[@]}"; fi
    change_to_directory_of "${suite_environment[@]}"
    exec env -i "${suite_environment[@]}" BATS_TEST_FILENAME="$BATS_TEST_FILENAME" BATS_FILE_TMPDIR="$BATS_FILE_TMPDIR" \
      "${command[@]}"
  )
  file_pid=$!
  make_test_directories "$1"
  wait_for_directories
  hear_process "$file_pid" "$ready"
  file_said=$said
  if [[ $waits_for_teardown ]]; then return 0; fi
  wait "$file_pid"
}

# REPLY becomes what the process of the file said.
file_words() {
  words_of "$file_said"
  local source
  for source in "$BATS_RUN_TMPDIR/bats.$file_pid.src" "$BATS_RUN_TMPDIR/${file[first]}-${file[path]##*/}.src"; do
    REPLY=${REPLY//"$source"/"${BATS_TEST_FILENAME#"$root"/}"}
  done
}

# run_test FILE-NUMBER TEST-NUMBER-IN-FILE: starts the test, waits for it, and reports.
run_test() {
  local -n file=file_$1
  local -n names=names_$1 functions=functions_$1 lines=lines_$1 written=written_$1
  local index=$2 try=1 status secret ending stem pid began outcome message failed_line shown
  local all_tests='' sources='[[:space:]](source|\.)[[:space:]]'
  if [[ $exercise && ${file[text]} =~ $sources ]]; then all_tests=${functions[*]}; fi
  local suite_number=$((file[first] + index + 1)) id
  json "${file[relative]}::${names[index]}"
  id=$REPLY
  (( ++started ))
  if [[ $exercise ]]; then restore_workspace; fi
  mark_output "$started"
  event "\"event\":\"start\",\"id\":$id,\"n\":$started"
  began=${EPOCHREALTIME//[.,]/}

  while true; do
    printf -v secret '%08x%08x%08x%08x' "$SRANDOM" "$SRANDOM" "$SRANDOM" "$SRANDOM"
    printf -v ending '%08x%08x%08x%08x' "$SRANDOM" "$SRANDOM" "$SRANDOM" "$SRANDOM"
    if ! write_test_files; then
      leave_full_memory
      write_test_files
    fi
    start_test "$@" &
    pid=$!
    wait "$pid"
    status=$?
    # What it has left behind isn't to print into the output of the next one.
    if [[ $exercise ]]; then
      kill -KILL -- "-$pid" 2>/dev/null
      end_strays
    fi
    read_verdict
    # bats' way to say that the test wants to be run again.
    [[ $status == 126 && $outcome == again ]] || break
    (( ++try ))
  done

  local duration=$(( (${EPOCHREALTIME//[.,]/} - began) / 1000 ))
  mark_output 0
  local fields="\"event\":\"finish\",\"id\":$id,\"status\":\"$outcome\",\"duration_ms\":$duration"
  if [[ $outcome != pass ]]; then
    json "$message"
    fields+=",\"message\":$REPLY"
    [[ ! $failed_line ]] || fields+=",\"line\":$failed_line"
  fi
  if [[ $shown ]]; then
    json "$shown"
    fields+=",\"name\":$REPLY"
  fi
  event "$fields"
  if [[ $outcome == pass || $outcome == skip ]]; then return 0; fi
  failed=1
  return 1
}

# The files of one test are new, and so are their names (stem): an earlier test has had no chance to change them. Called
# with run_test's variables; false if not all can be written.
write_test_files() {
  [[ -d $verdicts && -d $processes ]] || mkdir -p "$verdicts" "$processes"
  stem=$verdicts/$started-$try-$SRANDOM${exercise:+--${file[relative]##*/}}   # as framework.toml knows it
  printf %s "${file[original]}" >"$stem" &&
    printf '%s\n\\proctor_source_loaded\n' "${file[text]}" >"$stem.src" &&
    printf %s "$test_process" >"$processes/${stem##*/}" &&
    { [[ ! $all_tests ]] || printf '%s\n' "$names_process" >"$processes/${stem##*/}.names"; }
}

# Becomes the process of a test. Called in the background, with run_test's variables.
start_test() {
  leave_reporter
  export BATS_TEST_SOURCE=$stem.src
  # Standard error of a submission's test goes to a file first: what bash says of the test's own commands belongs to
  # the message, all else to the output. It is bounded, as a pipe would be by those who read it, and appended to: a
  # program that opens /dev/stderr anew begins in front.
  if [[ $exercise ]]; then
    exec 2>>"$stem.errors"
    ulimit -S -f 65536 2>/dev/null
  fi
  local command=("$BASH" "$processes/${stem##*/}" "${file[path]}" "${functions[index]}" "$suite_number"
    "$((index + 1))" "$try")
  exec 9<<<"$secret"$'\n'"$exercise"$'\n'"$stem.verdict"$'\n'"$ending $all_tests"
  if (( ${#environment[@]} == 0 )); then exec "${command[@]}"; fi
  change_to_directory_of "${environment[@]}"
  exec env -i "${environment[@]}" BATS_TEST_SOURCE="$stem.src" BATS_RUN_TMPDIR="$BATS_RUN_TMPDIR" \
    BATS_WARNING_FILE="$BATS_WARNING_FILE" "${command[@]}"
}

# Sets outcome (pass, fail, skip, again), message, failed_line and shown (a name that bats has expanded) from the exit
# code and the verdict's file.
read_verdict() {
  local text='' first='' line
  failed_line='' message='' outcome=fail shown=''
  if [[ -f $stem.verdict ]]; then
    LC_ALL=C IFS= read -r -d '' -n "$message_size" text <"$stem.verdict"
  fi
  first=${text%%$'\n'*}
  if [[ $first != "$secret "* ]]; then
    ended_without_verdict
  else
    text=${text#*$'\n'}
    if [[ ${written[index]:-} && ${text%%$'\n'*} =~ ^(not\ )?ok\ [0-9]+\ (.*)$ ]]; then shown=${BASH_REMATCH[2]%% # skip*}; fi
    case $text in
      '') if (( status == 126 )); then outcome=again; else ended_without_verdict; fi ;;
      'ok '*)
        if (( status != 0 )); then
          ended_without_verdict
        elif [[ $exercise && ! -e $stem.verdict.$ending ]] && ! { [[ $first == *' skipped' ]] && may_skip; }; then
          outcome=fail message='The test was left before it had come to its end.'
        elif [[ $first == *' skipped' ]]; then
          outcome=skip
          line=${text%%$'\n'*}
          message=${line##*# skip}
          message=${message# }
        else
          outcome=pass
        fi
        ;;
      *)
        read_failure "$text"
        if [[ $first == *' doubted' ]]; then
          message=${message%$'\n'} message=${message##*$'\n'} failed_line=''
        fi
        ;;
    esac
  fi
  sort_errors
  # In places that bats doesn't replace, its source is the test file.
  show_places "$message"
  message=$REPLY
}

# REPLY becomes the text with what bats' own name is for its two files of this test.
show_places() {
  REPLY=${1//"$stem.src"/"${file[relative]}"}
  REPLY=${REPLY//"$processes/${stem##*/}"/"$BATS_LIBEXEC/bats-exec-test"}
}

# Whether a test of the submission may skip itself: the file, or a helper, does so for a reason of its own. It ends there,
# and doesn't come to the end that only the script itself can tell of.
may_skip() {
  local text=${file[original]} helper
  for helper in "${!kept[@]}"; do [[ $helper != *.bash ]] || text+=$'\n'${kept[$helper]}; done
  while IFS= read -r line; do
    if [[ $line =~ (^|[^[:alnum:]_-])skip([^[:alnum:]_-]|$) && $line != *BATS_RUN_SKIPPED* ]]; then return 0; fi
  done <<<"$text"
  return 1
}

# What bats says of a failure, without the marks of TAP.
read_failure() {
  outcome=fail
  message=${1#*$'\n'}
  message=${message#\# }
  message=${message//$'\n# '/$'\n'}
  # The frames that are bats' own and this reporter's.
  while [[ $message =~ (^\(|$'\n'\ )from\ function\ \`(bats_test_begin|proctor_[a-z_]+)\'\ in\ file\ [^$'\n']*,$'\n'\  ]]; do
    message=${message/"${BASH_REMATCH[0]}"/"${BASH_REMATCH[1]}"}
  done
  if [[ $message =~ in\ test\ file\ [^$'\n']*,\ line\ ([0-9]+)\) ]]; then failed_line=${BASH_REMATCH[1]}; fi
}

ended_without_verdict() {
  outcome=fail
  message='The test ended the whole program: '
  if (( status > 128 )) && kill -l "$((status - 128))" >/dev/null 2>&1; then
    message+="it was killed by signal $((status - 128)) (SIG$(kill -l "$((status - 128))"))"
  else
    message+="its shell ended with exit code $status before bats had a result"
  fi
  if ! has_space; then message+=" (it has used up all the space there is for files)"; fi
  # What an assertion had to say before: a solution that the test sources may have set a trap for EXIT in place of bats'.
  local said='' place
  for place in "$BATS_RUN_TMPDIR/bats.$pid.out" "$BATS_RUN_TMPDIR/test/$suite_number.out"; do   # the latter from 1.12 on
    [[ ! -f $place ]] || said=$(head -c "$message_size" "$place")
  done
  [[ ! $said ]] || message+=$'\n'$said
}

# What came on standard error of a submission's test: bash's words about the test's own commands (a solution that the
# test sources has no such function, or can't be parsed) explain a failure; all else was printed by the program.
sort_errors() {
  [[ -s $stem.errors ]] || return 0
  local line printed='' text traced='^\++[^ ]* ([^ ]+: ?)*(proctor_|bats_|BATS_TEST_|trap .?bats_|local test_name=|case \$(BASH_SOURCE|-|-\$proctor_exercise) in)'
  LC_ALL=C IFS= read -r -d '' -n "$message_size" text <"$stem.errors"
  while IFS= read -r line || [[ $line ]]; do
    if [[ $line == "$processes/${stem##*/}: line "* ]]; then
      continue   # of what is ours: without a verdict that is said already
    elif [[ $line == +* ]] &&
      [[ $line =~ $traced || $line == "+ ${functions[index]}" || $line == '++ [[ '*"$processes"/* ]]; then
      continue   # xtrace, of what is ours or bats'
    elif [[ $outcome == fail && $line =~ ^[^[:space:]]+:\ line\ [0-9]+:\  ]]; then
      [[ ! $message || $message == *$'\n' ]] || message+=$'\n'
      message+=$line$'\n'
    else
      printed+=$line$'\n'
    fi
  done <<<"${text%$'\n'}"
  show_places "$printed"
  printf %s "$REPLY" >&"$err"
  if (( ${#text} >= message_size )); then : >|"$stem.errors"; fi   # which the others need the place of
}

run_file() {
  local number=$1 index
  local -n file=file_$1
  local -n names=names_$1 selected=selected_$1
  if ! open_file "$number"; then
    file_words
    if (( file_count == 1 )); then fail_run "$REPLY"; fi
    # What can't be parsed or loaded leaves its tests without results, and nothing else is to be said of them.
    if [[ $exercise || -s $fifo.functions ]]; then report_unloaded "$number" "$REPLY"; else report_error "$REPLY"; fi
    return
  fi
  remember_processes_of_file
  end_strays
  for index in "${!names[@]}"; do
    [[ ${selected[index]} ]] || continue
    if ! run_test "$number" "$index" && [[ $fail_fast ]]; then break; fi
  done
  if [[ $waits_for_teardown ]] && ! end_process "$file_pid" "$fifo"; then
    file_words
    report_result "${file[relative]}" teardown_file "$REPLY"
  fi
}

# report_result FILE NAME MESSAGE: an error that isn't one of a test's own run.
report_result() {
  local id relative
  (( ++started ))
  failed=1
  json "$1"
  relative=$REPLY
  json "$1::$2"
  id=$REPLY
  event "\"event\":\"start\",\"id\":$id,\"file\":$relative,\"n\":$started"
  json "$3"
  event "\"event\":\"finish\",\"id\":$id,\"status\":\"error\",\"message\":$REPLY"
}

# report_error MESSAGE: a file of a project can't be loaded; the others are run.
report_error() {
  local words=$1
  failed=1
  [[ $words == *"${file[relative]##*/}"* ]] || words=${file[relative]}:$'\n'$words
  json "$words"
  event "\"event\":\"error\",\"message\":$REPLY"
}

# A setup_file that failed.
report_unloaded() {
  local index
  local -n file=file_$1
  local -n names=names_$1 selected=selected_$1
  for index in "${!names[@]}"; do
    if [[ ${selected[index]} ]]; then report_result "${file[relative]}" "${names[index]}" "$2"; fi
  done
}

main() {
  if ! read_greeting; then
    echo 'reporter.bash: no greeting on the channel; it is started by proctor' >&2
    exit 2
  fi
  root=$PROCTOR_ROOT private=$PROCTOR_PRIVATE
  local planned=$PROCTOR_TESTS
  unset "${!PROCTOR_@}"
  exec {out}>&1 {err}>&2 >/dev/null 2>&1
  # Each test is a process group: one that kills its own takes nobody with it.
  set -m
  cd -- "$root" || fail_run "can't change to $root"
  started=0 failed=0
  [[ '' =~ $filter ]]
  if (( $? == 2 )); then fail_run "The filter $filter is no regular expression." settings; fi
  find_files "$planned" "$@"
  find_place_of_run
  prepare_bats
  if [[ $exercise ]]; then keep_workspace; fi
  local number
  for (( number = 0; number < file_count; ++number )); do read_tests "$number"; done
  remember_processes
  check_solution
  send_plan
  make_test_process
  open_suite
  for (( number = 0; number < file_count; ++number )); do
    local -n wanted=file_$number
    if [[ ${wanted[wanted]} ]]; then run_file "$number"; fi
    if [[ $fail_fast && $failed == 1 ]]; then break; fi
  done
  close_suite
  if [[ -s $BATS_WARNING_FILE && ! $exercise ]]; then
    printf 'The following warnings were encountered during tests:\n%s\n' "$(<"$BATS_WARNING_FILE")" >&"$err"
  fi
  event '"event":"end"'
  return "$failed"
}

# Parsed as a whole before it runs: bash reads a script as it goes along.
main "$@"; exit
