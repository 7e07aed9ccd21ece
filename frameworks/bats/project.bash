# Which files and tests there are. Of file number N: file_N (path, relative to $root), and names_N, written_N (the name as the
# file writes it), lines_N and selected_N, one entry for each test. wanted_files has the numbers of files with a chosen test.
# shellcheck disable=SC2034,SC2154  # the reporter's other files use what is set here, and set what is used

# find_files PLANNED ARGUMENT...: PLANNED has the files of a submission, one a line; ARGUMENTs are files or --path=GLOB.
find_files() {
  local planned=$1 argument file
  local -a globs=() files=()
  shift
  for argument in "$@"; do
    case $argument in
      --path=*) globs+=("${argument#--path=}") ;;
      *) files+=("$argument") ;;
    esac
  done
  if [[ $exercise && ${#files[@]} == 0 ]]; then mapfile -t files <<<"$planned"; fi
  if (( ${#files[@]} == 0 )); then find_project_files; fi

  file_count=0
  for file in "${files[@]}"; do
    # Helpers may be listed with the tests.
    [[ $file && $file != *.bash ]] || continue
    matches_path "${file#./}" || continue
    [[ -f $file ]] || fail_run "Test file \"$file\" does not exist"
    local -n entry=file_$file_count
    declare -gA "file_$file_count"
    entry[relative]=${file#./}
    entry[path]=$root/${file#./}
    (( ++file_count ))
  done
  if (( file_count == 0 )); then
    fail_run "There are no test files${globs[*]:+ that match ${globs[*]}}: bats files end with .bats" none
  fi
}

# Those of the whole project, as `bats -r .` finds them, but for what is others': node_modules, what is hidden, git's
# submodules, and copies of bats and of its libraries. What lies below fixtures and test_helper is mostly there for tests to
# work with: it's run where --match-path or --only names it, and else a warning says that it isn't.
find_project_files() {
  local place file directory
  local -a starts=(.) found=() deeper=() left=()
  local -A others=()
  for place in test tests spec; do [[ ! -L $place || ! -d $place ]] || starts+=("$place"); done
  mapfile -d '' -t found < <(find -H "${starts[@]}" -mindepth 1 \
    -name .git -print0 -prune -o \( -name '.*' -o -name node_modules \) -prune -o \
    -path '*/libexec/bats-core' -print0 -o -path '*/libexec/bats-exec-test' -print0 -o \
    -path '*/bats-*/load.bash' -print0 -o -name '*.bats' ! -type d -print0 | LC_ALL=C sort -z)
  found=("${found[@]#./}")
  # (The root may be such a copy itself: then its tests are what is asked for.)
  for place in "${found[@]}"; do
    case $place in
      */.git | */load.bash) others[${place%/*}]=1 ;;
      */libexec/bats-core | */libexec/bats-exec-test) others[${place%/libexec/*}]=1 ;;
    esac
  done
  for file in "${found[@]}"; do
    [[ $file == *.bats ]] || continue
    directory=$file place=''
    while [[ $directory == */* ]]; do
      directory=${directory%/*}
      [[ ! ${others[$directory]:-} ]] || continue 2
      case ${directory##*/} in fixtures | test_helper) place=$directory ;; esac
    done
    if [[ $file != */* ]]; then
      files+=("$file")
    elif [[ ! $place ]] || is_named "$place" "$file"; then
      deeper+=("$file")
    else
      left+=("$file")
    fi
  done
  files+=("${deeper[@]}")
  if (( ${#left[@]} > 0 && ${#globs[@]} == 0 && ${#only[@]} == 0 )); then warn_of_left; fi
}

# is_named DIRECTORY FILE: whether a glob begins with this directory, or a test of the file was asked for.
is_named() {
  local glob id
  for glob in "${globs[@]}"; do
    glob=${glob#./}
    if [[ ${glob%/} == "$1" || $glob == "$1"/* ]]; then return 0; fi
  done
  for id in "${!only[@]}"; do
    if [[ $id == "$2"::* ]]; then return 0; fi
  done
  return 1
}

# Called with find_project_files' variables.
warn_of_left() {
  local shown count=${#left[@]} directory=${left[0]%/*}
  printf -v shown '%s, ' "${left[@]:0:5}"
  shown=${shown%, }
  (( count <= 5 )) || shown+=" and $((count - 5)) more"
  if (( count == 1 )); then shown="1 file wasn't run: $shown."; else shown="$count files weren't run: $shown."; fi
  json "$shown What lies in directories named fixtures or test_helper is taken for what tests work with; \
if these are tests themselves, name their directory: --match-path $directory"
  event "\"event\":\"warning\",\"message\":$REPLY"
}

matches_path() {
  local glob
  (( ${#globs[@]} )) || return 0
  for glob in "${globs[@]}"; do
    glob=${glob#./}
    # shellcheck disable=SC2053
    if [[ $1 == $glob || $1 == "${glob%/}"/* ]]; then return 0; fi
  done
  return 1
}

readonly test_line=$'^[ \t]*@test[ \t]+(.*[^ \t])[ \t]+\\{(.*)$'
readonly marked_function=$'([^ \t()]+)[ \t]*\\(?\\)?[ \t]+\\{[ \t]+#[ \t]*@test[ \t]*$'

# Reads the tests of the file of this number, by the lines that bats takes for such, and chooses those that are to be run.
read_tests() {
  local -n file=file_$1
  declare -ga "names_$1=()" "lines_$1=()" "selected_$1=()" "written_$1=()"
  local -n names=names_$1 lines=lines_$1 selected=selected_$1 written=written_$1
  local line number=0 wanted=''
  while IFS= read -r line || [[ $line ]]; do
    (( ++number ))
    line=${line//$'\r'/}
    [[ $line == *@test* && ( $line =~ $test_line || $line =~ $marked_function ) ]] || continue
    written+=("${BASH_REMATCH[1]}") lines+=("$number")
    test_name "${BASH_REMATCH[1]}"
    names+=("$REPLY")
    if is_wanted "${file[relative]}::$REPLY" "$REPLY"; then
      selected+=(1) wanted=1
    else
      selected+=('') runs_all=''
    fi
  done <"${file[path]}"
  [[ ! $wanted ]] || wanted_files+=("$1")
}

# REPLY becomes the name that a string in a test file stands for.
test_name() {
  local quoted=$1 rest
  case $quoted in
    \"*\")
      rest=${quoted:1:-1}
      REPLY=''
      while [[ $rest == *\\* ]]; do
        REPLY+=${rest%%\\*}
        rest=${rest#*\\}
        case $rest in
          [\"\\\$\`]*) REPLY+=${rest:0:1} rest=${rest:1} ;;
          *) REPLY+=\\ ;;
        esac
      done
      REPLY+=$rest
      ;;
    \'*\') REPLY=${quoted:1:-1} ;;
    *) REPLY=$quoted ;;
  esac
}

readonly expansion=$'[$][A-Za-z0-9_@*#?$!({-]|`'

# Whether a name, as it's written in a test file, is what only the test's own process knows.
is_expanded() { [[ ${1//\\?/} =~ $expansion ]]; }

# is_wanted ID NAME
is_wanted() {
  [[ ! ${skip[$1]:-} ]] || return 1
  (( ${#only[@]} == 0 )) || [[ ${only[$1]:-} ]] || is_wanted_for_hook "${1%%::*}" || return 1
  # bats' own --filter looks at the name.
  [[ ! $filter || $2 =~ $filter || $1 =~ $filter ]]
}

# A teardown that failed is reported like a test. To run it again is to run what stands before it.
is_wanted_for_hook() {
  local id
  [[ ! ${only[$1::teardown_file]:-} ]] || return 0
  for id in "${!only[@]}"; do
    case /$id in */setup_suite.bash::teardown_suite) return 0 ;; esac
  done
  return 1
}

send_plan() {
  local number index tests=''
  for (( number = 0; number < file_count; ++number )); do
    local -n file=file_$number
    local -n names=names_$number lines=lines_$number selected=selected_$number written=written_$number
    json "${file[relative]}"
    local relative=$REPLY
    for index in "${!names[@]}"; do
      [[ ${selected[index]} ]] || continue
      json "${file[relative]}::${names[index]}"
      tests+=${tests:+,}"{\"id\":$REPLY,\"line\":${lines[index]},\"file\":$relative"
      if [[ $exercise ]] && is_expanded "${written[index]}"; then
        json "${file[relative]}::${written[index]}"
        tests+=",\"test\":$REPLY"
      fi
      tests+=}
    done
  done
  event "\"event\":\"plan\",\"tests\":[$tests]"
}

# A submission without the file that each of its tests runs can't be tested: one message, not the same one for each test.
# Only what is certain counts: a program that anything else in the test file names may be made by it.
check_solution() {
  [[ $exercise && $file_count == 1 && ${#names_0[@]} != 0 ]] || return 0
  local -a text
  local index program='' outside inside next pattern=$'\n[ \t]*run[ \t]+bash[ \t]+([A-Za-z0-9_][A-Za-z0-9_.-]*)[ \t\n]'
  mapfile -t text <"${file_0[path]}"
  printf -v outside '%s\n' "${text[@]:0:lines_0[0]}"
  for index in "${!lines_0[@]}"; do
    next=${lines_0[index + 1]:-$(( ${#text[@]} + 1 ))}
    printf -v inside '\n%s' "${text[@]:lines_0[index]:next - lines_0[index] - 1}"
    [[ $inside$'\n' =~ $pattern ]] || return 0
    [[ ! $program || $program == "${BASH_REMATCH[1]}" ]] || return 0
    program=${BASH_REMATCH[1]}
  done
  [[ ! -e $program && $outside != *"$program"* ]] || return 0
  local said
  said=$(exec -a bash "$BASH" -- "$program" 2>&1)
  fail_run "$said"$'\n'"Every test runs this file, and it isn't among those that were submitted."
}
