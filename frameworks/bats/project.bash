# Which files and tests there are. Of file number N: file_N (path, relative to $root, original and preprocessed text,
# first: how many tests stand before it, wanted: whether any of its tests is), and names_N, functions_N, lines_N,
# selected_N, one entry for each test; written_N has an entry where a submission's test has a name that bats expands.

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

# What bats makes of such a line from 1.11 on.
readonly registered_test=$'^bats_test_function --description .* -- ([^; ]+);[^; ]+\\(\\) \\{'

# Reads the tests of the file of this number, chooses those that are to be run, and adds them to bats' list of tests.
read_tests() {
  local -n file=file_$1
  declare -ga "names_$1=()" "functions_$1=()" "lines_$1=()" "selected_$1=()" "written_$1=()"
  local -n names=names_$1 functions=functions_$1 lines=lines_$1 selected=selected_$1 written=written_$1
  local text line function in_file
  local -a original=() encoded=()
  local -A seen=()

  IFS= LC_ALL=C read -r -d '' text <"${file[path]}"
  file[original]=$text
  mapfile -t original <<<"${text//$'\r'/}"
  text=$(preprocess "${file[path]}" 2>/dev/null) || fail_run "$(preprocess "${file[path]}" 2>&1 >/dev/null)"
  file[text]=$text
  wait_for_directories
  file[source]=$BATS_RUN_TMPDIR/file-$1.source
  printf '%s\n\\proctor_source_loaded\n' "$text" >"${file[source]}" ||
    fail_run "There is no space left in $BATS_RUN_TMPDIR." settings

  mapfile -t encoded <<<"$text"
  local index
  for index in "${!encoded[@]}"; do
    line=${encoded[index]}
    if [[ $line == *'() { bats_test_begin "'* ]]; then
      function=${line%%'() { bats_test_begin "'*}
    elif [[ $line =~ $registered_test ]]; then
      function=${BASH_REMATCH[1]}
    else
      continue
    fi
    [[ ${original[index]-} =~ $test_line || ${original[index]-} =~ $marked_function ]] || continue
    in_file=${BASH_REMATCH[1]}
    test_name "$in_file"
    if [[ ${seen[$function]:-} ]]; then
      fail_run "Duplicate test name(s) in file \"${file[relative]}\": $REPLY"
    fi
    seen[$function]=1
    if [[ $exercise ]] && is_expanded "$in_file"; then written[${#names[@]}]=$in_file; fi
    names+=("$REPLY") functions+=("$function") lines+=("$((index + 1))")
  done

  if [[ $exercise ]]; then
    # What the assertions are is noted before the file loads a solution at its top, and not only behind that.
    for (( index = 0; index < ${lines[0]:-0} - 1; ++index )); do
      if [[ ${encoded[index]} =~ ^(source|\.)[[:blank:]] && ${encoded[index]} != *.bash* ]]; then
        encoded[index]="\\proctor_before_solution; ${encoded[index]}"
        printf -v 'file[text]' '%s\n' "${encoded[@]}"
      fi
    done
  fi

  file[first]=${test_count:=0} file[wanted]=''
  for index in "${!names[@]}"; do
    selected[index]=''
    if is_wanted "${file[relative]}::${names[index]}" "${names[index]}"; then
      selected[index]=1 file[wanted]=1
    fi
    printf '%s\t%s\n' "${file[path]}" "${functions[index]}"
    (( ++test_count ))
  done >>"$test_list"
}

# preprocess FILE: what bats makes of it. CHECK…: it looks at the tags in comments, too.
preprocess() (
  CHECK_BATS_COMMENT_COMMANDS=1
  # shellcheck source=/dev/null
  source "$BATS_LIBEXEC/bats-preprocess"
)

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
is_expanded() { [[ $1 == \"*\" && ${1//\\?/} =~ $expansion ]]; }

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
      if [[ ${written[index]:-} ]]; then
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
  mapfile -t text <<<"${file_0[original]}"
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
