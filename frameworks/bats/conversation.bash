# How the reporter talks with the processes that wait until tests are done: those of the files and of the suite.
# shellcheck disable=SC2034,SC2154  # the reporter's other files use what is set here, and set message_size

# hear_process PID DESCRIPTOR: what a process of a file or of the suite has to say; closes the descriptor. Sets environment
# and waits_for_teardown.
hear_process() {
  local ready=$2 word=''
  environment=() waits_for_teardown=''
  until IFS= read -r -d '' -t 1 -u "$ready" word; do
    kill -0 "$1" 2>/dev/null || break   # something that it started may hold the pipe open
  done
  if [[ $word == loaded ]]; then
    while IFS= read -r -d '' -u "$ready" word && [[ $word != end ]]; do
      case $word in
        teardown) waits_for_teardown=1 ;;
        *=*) environment+=("$word") ;;
      esac
    done
  fi
  exec {ready}<&-
}

# end_process PID PIPE: lets it run its teardown; false if that failed.
end_process() {
  # Opened for both directions: if the process is gone, nobody waits for it.
  local word status
  exec {word}<>"$2"
  printf '\n' >&"$word"
  wait "$1"
  status=$?
  exec {word}>&-
  return "$status"
}

# Where the process was that said what its environment is.
change_to_directory_of() {
  local variable
  for variable in "$@"; do
    [[ $variable != PWD=* ]] || cd -- "${variable#PWD=}" 2>/dev/null || true
  done
}

# REPLY becomes what is in the file that a process of bats has written to, in bats' own words, without the marks of TAP.
words_of() {
  local line
  REPLY=''
  while IFS= read -r line && (( ${#REPLY} < message_size )); do
    case $line in
      'not ok '*) line=${line#not ok * } ;;
      '# '*) line=${line#??} ;;
    esac
    REPLY+=$line$'\n'
  done < <(head -c "$message_size" "$1")
  [[ $REPLY ]] || REPLY='It ended before any test could be run.'
}
