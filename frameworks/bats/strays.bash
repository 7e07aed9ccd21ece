# Processes that a submission's test leaves behind: out of their process group they outlive it, and could rewrite the
# files of the next test while those are read.

# Sets place_of_run: sandbox (proctor's), container (of which proctor is the first process), or empty.
find_place_of_run() {
  local -a first=()
  place_of_run=''
  [[ $PPID == 1 ]] || return 0
  mapfile -d '' -t first </proc/1/cmdline || return 0
  if [[ ${first[0]:-} == /.proctor-init ]]; then
    place_of_run=sandbox
  elif [[ ${first[1]:-} == exercism ]]; then
    place_of_run=container
  fi
}

# Remembers who was there before any code of the submission. Only where all processes are those of this one run.
remember_processes() {
  local process
  declare -gA remembered=()
  [[ $exercise && $place_of_run ]] || return 0
  for process in /proc/[0-9]*; do remembered[${process#/proc/}]=1; done
}

# Those that the author's setup_file has started stay, as does the process that waits to run teardown_file.
remember_processes_of_file() {
  (( ${#remembered[@]} )) || return 0
  remembered[$file_pid]=1
  if [[ $waits_for_teardown ]] || (( ${#environment[@]} )); then
    local process
    for process in /proc/[0-9]*; do remembered[${process#/proc/}]=1; done
  fi
}

end_strays() {
  (( ${#remembered[@]} )) || return 0
  local process round left
  for round in {1..50}; do
    left=''
    for process in /proc/[0-9]*; do
      # What has ended, and waits for its parent, has no program any more.
      if [[ ! ${remembered[${process#/proc/}]:-} && -e $process/exe ]]; then
        kill -KILL "${process#/proc/}" 2>/dev/null && left=1
      fi
    done
    [[ $left ]] || return 0
  done
}
