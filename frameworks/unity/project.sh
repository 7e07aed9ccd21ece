# shellcheck shell=bash
# A project in place: bash project.sh build | run [--path=GLOB]
#
# build: with the project's own makefile or CMakeLists.txt, outside the project's directory, so that nothing of ours
# stays in it. compiler.sh collects the programs that have Unity in them.
# run: one program after the other; each speaks to proctor itself.
set -u

# needs PROGRAM: a build that ends with 127 lacks something that isn't the code's fault.
needs() {
  if command -v "$1" >/dev/null; then return 0; fi
  echo "$1 isn't there, which this project needs: install Debian's $1." >&2
  exit 127
}

build() {
  . "$PROCTOR_FOLDER/shims.sh"
  use_shims
  if [[ -e $PROCTOR_ROOT/CMakeLists.txt ]]; then
    needs cmake
    cmake -S "$PROCTOR_ROOT" -B "$PROCTOR_PRIVATE/build" -DCMAKE_C_COMPILER="$shims/cc" \
      >"$PROCTOR_PRIVATE/cmake.out" || { cat "$PROCTOR_PRIVATE/cmake.out"; return 1; }
    cmake --build "$PROCTOR_PRIVATE/build" || return
  elif [[ -e $PROCTOR_ROOT/makefile || -e $PROCTOR_ROOT/Makefile || -e $PROCTOR_ROOT/GNUmakefile ]]; then
    needs make
    mkdir -p "$PROCTOR_PRIVATE/project"
    (cd "$PROCTOR_ROOT" && tar cf - --exclude=./.git --exclude='*.o' --exclude='*.a' .) | tar xf - -C "$PROCTOR_PRIVATE/project" || return
    cd "$PROCTOR_PRIVATE/project" || return
    # The target that tests, if there is one; what it runs then are the programs that do nothing.
    local target=()
    for name in test tests check; do
      if make -n "$name" >/dev/null 2>&1; then target=("$name"); break; fi
    done
    local code=0
    make -B -s --no-print-directory "${target[@]}" >"$PROCTOR_PRIVATE/make.out" 2>&1 || code=$?
    cat "$PROCTOR_PRIVATE/make.out"
    if (( code != 0 )); then
      if [[ -e $PROCTOR_PRIVATE/not-compiled || ! -e $PROCTOR_PRIVATE/programs/1/program ]]; then return "$code"; fi
      # Everything is compiled, and what failed is something else that the target does: the tests can be run.
      echo "make ${target[*]}" >"$PROCTOR_PRIVATE/make.failed"
    fi
  else
    echo "Neither a makefile nor a CMakeLists.txt is in $PROCTOR_ROOT." >&2
    return 1
  fi
  if [[ ! -e $PROCTOR_PRIVATE/programs/1/program ]]; then
    echo "The build made no program with Unity's unity.c in it." >&2
    return 1
  fi
}

# Whether one of the program's sources has a path that the pattern fits.
fits() {
  local pattern=$1 input
  if [[ -z $pattern ]]; then return 0; fi
  while read -r input; do
    case $input in
      *.c | *.o) ;;
      *) continue ;;
    esac
    input=${input%.o}
    input=${input##*.dir/}
    input=${input%.c}.c
    input=${input#./}
    # shellcheck disable=SC2053  # a glob it is meant to be
    if [[ $input == $pattern || $input == */$pattern || ${input##*/} == "${pattern##*/}" ]]; then return 0; fi
  done <"$2/inputs"
  return 1
}

# tell GREETING EVENT: writes an event to proctor.
tell() {
  local nonce=${1#nonce }
  printf '\n%s %s\n' "${nonce%%$'\n'*}" "$2" >&"$PROCTOR_CHANNEL"
}

# quoted TEXT: sets $quoted to it as a JSON string.
quoted() {
  quoted=${1//\\/\\\\}
  quoted=${quoted//\"/\\\"}
  quoted=${quoted//$'\n'/\\n}
  quoted=\"${quoted//[$'\x01'-$'\x1f']/ }\"
}

# refuse KIND MESSAGE GREETING: tells proctor why nothing is run.
refuse() {
  quoted "$2"
  tell "$3" "{\"event\":\"error\",\"$1\":true,\"message\":$quoted}"
}

# Of a target that does more than to run programs, and failed with that.
tell_of_make() {
  quoted "\`$(<"$PROCTOR_PRIVATE/make.failed")\` failed, though all was compiled: something else that it does than to run the programs with Unity, which are run apart from it and do nothing there. What it said:
$(tail -c 4000 "$PROCTOR_PRIVATE/make.out" | iconv -c -f UTF-8 -t UTF-8)"
  tell "$1" "{\"event\":\"warning\",\"message\":$quoted}"
}

run() {
  local pattern=${1:-} line greeting='' status=0 number=0 chosen=() channel=$PROCTOR_CHANNEL name filter err
  pattern=${pattern#--path=}
  while IFS= read -r line <&"$channel" && [[ -n $line ]]; do greeting+=$line$'\n'; done
  filter=${greeting#*$'\n'filter }
  filter=${filter%%$'\n'*}
  if [[ $greeting == *$'\n'filter\ * ]]; then
    grep -qE -e "$filter" /dev/null
    if (( $? > 1 )); then
      refuse settings "The filter $filter is no regular expression." "$greeting"
      return 1
    fi
  fi
  for name in $(ls "$PROCTOR_PRIVATE/programs" | sort -n); do
    if fits "$pattern" "$PROCTOR_PRIVATE/programs/$name"; then chosen+=("$PROCTOR_PRIVATE/programs/$name"); fi
  done
  if (( ${#chosen[@]} == 0 )); then
    refuse none "No program of this project is built from $pattern." "$greeting"
    return 1
  fi
  # Not a pass, whatever comes of the tests.
  if [[ -e $PROCTOR_PRIVATE/make.failed ]]; then
    tell_of_make "$greeting"
    status=1
  fi
  for program in "${chosen[@]}"; do
    local more='' ended=''
    if (( ++number < ${#chosen[@]} )); then
      ended=$PROCTOR_PRIVATE/ended
      rm -f "$ended"
      more="x-more-programs $ended"$'\n'
    fi
    # Ids are the same whichever of the programs are run.
    if [[ -e $PROCTOR_PRIVATE/programs/2 ]]; then more+="x-program $(basename "$(<"$program/name")")"$'\n'; fi
    cd "$(<"$program/directory")" || return
    # Its greeting comes on a pipe: the channel's was for all of them.
    # Of a crash, proctor has better words than this shell.
    exec {err}>&2 2>/dev/null
    PROCTOR_UNITY_GREETING=9 "$program/program" 2>&"$err" {err}>&- 9< <(printf '%sx-first-number %d\n%s\n' "$greeting" $(( (number - 1) * 10000 )) "$more")
    local code=$?
    exec 2>&"$err" {err}>&-
    if (( code != 0 )); then status=$code; fi
    # Killed by a signal: proctor will want to know which, and starts over without the culprit.
    if (( code > 128 )); then kill -s $(( code - 128 )) $$; return "$code"; fi
    # It has left in the midst of its tests: then there is no end of the run, and proctor starts over without the culprit.
    if [[ -n $ended && ! -e $ended ]]; then return "$code"; fi
    if (( code != 0 )) && [[ -n $ended && $greeting == *$'\n'fail_fast$'\n'* ]]; then
      tell "$greeting" '{"event":"end"}'
      break
    fi
  done
  return "$status"
}

"$@"
