# shellcheck shell=bash
# A project in place: bash project.sh build KEPT | run [--path=GLOB …]     KEPT: {kept}
#
# build: with the project's own makefile or CMakeLists.txt, outside the project's directory, so that nothing of ours
# stays in it. compiler.sh collects the programs that have Unity in them.
# run: one program after the other; each asks and tells proctor by itself.
set -u
. "$PROCTOR_FOLDER/kept.sh"

# needs PROGRAM: a build that ends with 127 lacks something that isn't the code's fault.
needs() {
  if command -v "$1" >/dev/null; then return 0; fi
  echo "$1 isn't there, which this project needs: install Debian's $1." >&2
  exit 127
}

build() {
  keep_build "$1"
  # What is built of other files, or by another recipe, may have other programs.
  local recipe
  recipe=$(cd "$PROCTOR_ROOT" && find . -name .git -prune -o -type f \( -name CMakeLists.txt -o -name '*.cmake' -o \
    -name '*akefile*' -o -name '*.mk' \) -exec sha256sum {} + -o -type f -name '*.[ch]*' -print |
    cat - "$PROCTOR_FOLDER"/*.[ch] "$PROCTOR_FOLDER"/*.sh | sha256sum)
  if [[ $recipe != "$(cat "$build/recipe" 2>/dev/null)" ]]; then find "$build" -mindepth 1 -delete 2>/dev/null; fi
  mkdir -p "$build/programs"
  rm -f "$build/recipe" "$build/not-compiled"
  export PROCTOR_UNITY_PLACE=$build
  . "$PROCTOR_FOLDER/shims.sh"
  use_shims
  if [[ -e $PROCTOR_ROOT/CMakeLists.txt ]]; then by_cmake; else by_make; fi || return
  if [[ ! -e $build/programs/1/program ]]; then
    echo "The build made no program with Unity's unity.c in it." >&2
    return 1
  fi
  if [[ ! -e $PROCTOR_PRIVATE/make.failed ]]; then echo "$recipe" >"$build/recipe"; fi
  ln -s "$build/programs" "$PROCTOR_PRIVATE/programs"
  # Of each: its name, where the build has put it, and the directory to run it in. What CTest would do comes behind that.
  local name list=$PROCTOR_PRIVATE/list
  for name in $(ls "$build/programs" | sort -n); do
    name=$build/programs/$name
    echo "$(basename "$(<"$name/name")")|$(<"$name/made")|$(<"$name/directory")"
  done >"$list"
  if [[ -e $build/out/CTestTestfile.cmake ]] &&
    ! cmake "-DBUILD=$build/out" "-DPROGRAMS=$list" -DTITLE=Unity -P "$PROCTOR_FOLDER/ctest.cmake" >"$PROCTOR_PRIVATE/cmake.out" 2>&1; then
    echo '?What CTest would run, and how, could not be found out: the programs were run as they are.' >>"$list"
  fi
  PATH=${PATH//"$shims:"/}
  [[ -e $build/tell ]] || "$(command -v cc || command -v gcc)" -w "$PROCTOR_FOLDER/tell.c" -o "$build/tell" || return
  ln -s "$build/tell" "$PROCTOR_PRIVATE/tell"
}

by_cmake() {
  needs cmake
  local compiler=cc own
  own=$(own_build "$PROCTOR_ROOT")
  if [[ -n $own ]]; then
    settings_of "$own" >"$PROCTOR_PRIVATE/settings.cmake"
    set -- -C "$PROCTOR_PRIVATE/settings.cmake"
    compiler=$(sed -n 's#^CMAKE_C_COMPILER:[A-Z]*=.*/##p' "$own/CMakeCache.txt")
    if [[ ! -e $shims/$compiler ]]; then compiler=cc; fi
  fi
  cmake -S "$PROCTOR_ROOT" -B "$build/out" "$@" -DCMAKE_C_COMPILER="$shims/$compiler" >"$PROCTOR_PRIVATE/cmake.out" ||
    { cat "$PROCTOR_PRIVATE/cmake.out"; return 1; }
  cmake --build "$build/out"
}

# How many directories above the project the makefiles name: ../../src is two.
levels_above() {
  local most=0 path
  while read -r path; do
    if (( ${#path} / 3 > most )); then most=$(( ${#path} / 3 )); fi
  done < <(cat "$PROCTOR_ROOT"/{GNUmakefile,Makefile,makefile} 2>/dev/null | grep -oE '(^|[^./A-Za-z0-9_-])(\.\./)+' | grep -oE '(\.\./)+'
    cat "$PROCTOR_ROOT"/{GNUmakefile,Makefile,makefile} 2>/dev/null | grep -oE '(\.\./)*\.\.( |$)' | sed -E 's#\.\.( |$)#../#')
  echo "$most"
}

by_make() {
  if [[ ! -e $PROCTOR_ROOT/makefile && ! -e $PROCTOR_ROOT/Makefile && ! -e $PROCTOR_ROOT/GNUmakefile ]]; then
    local below
    below=$(cd "$PROCTOR_ROOT" && find . -mindepth 2 -maxdepth 3 \( -iname makefile -o -name GNUmakefile -o -name CMakeLists.txt \) \
      -printf '%h\n' | cut -c 3- | sort -u | head -n 5 | paste -sd ' ')
    echo "Neither a makefile nor a CMakeLists.txt is in $PROCTOR_ROOT.${below:+ Name a directory that has one to proctor test: $below}" >&2
    return 1
  fi
  needs make
  # A copy, with the directories above that the makefile names (if they aren't large), but not what somebody has built there.
  # (--format=posix keeps times to the nanosecond: make has to see what was written in the second of the last build.)
  local top=$PROCTOR_ROOT level size code=0
  for (( level = $(levels_above); level > 0; level-- )); do
    size=$(timeout 10 du -sxm "${top%/*}/" 2>/dev/null) || break
    if (( ${size%%[[:space:]]*} > 200 )); then break; fi
    top=${top%/*}
  done
  local copy=$build/copy
  mkdir -p "$copy"
  (cd "$top" && find . -name .git -prune -o -type f -perm /111 -print0 | xargs -0 -r grep -lE $'^\x7fELF' >"$PROCTOR_PRIVATE/built"
    tar -c --format=posix --exclude=.git --exclude='*.o' --exclude='*.a' --exclude='*.gcda' --exclude-from="$PROCTOR_PRIVATE/built" .) | tar xf - -C "$copy" || return
  cd "$copy${PROCTOR_ROOT#"$top"}" || return
  # The target that tests, if there is one; what it runs then are the programs that do nothing. A directory called so is none.
  local target=() name
  for name in test tests check; do
    if make -n --eval=".PHONY: $name" "$name" 2>/dev/null | grep -v "Nothing to be done for" | grep -q .; then
      target=(--eval=".PHONY: $name" "$name")
      break
    fi
  done
  make -s --no-print-directory "${target[@]}" >"$PROCTOR_PRIVATE/make.out" 2>&1 || code=$?
  # Another target may be what builds the tests.
  if [[ ! -e $build/programs/1/program && $code == 0 ]] && make -n all >/dev/null 2>&1; then
    make -s --no-print-directory all >>"$PROCTOR_PRIVATE/make.out" 2>&1 || code=$?
  fi
  cat "$PROCTOR_PRIVATE/make.out"
  if (( code == 0 )); then return; fi
  if [[ -e $build/not-compiled || ! -e $build/programs/1/program ]]; then return "$code"; fi
  # Everything is compiled, and what failed is something else that the target does: the tests can be run.
  echo "make ${target[1]:-}" >"$PROCTOR_PRIVATE/make.failed"
}

# Whether one of the program's sources has a path that one of the patterns fits; so it is without a pattern.
fits() {
  local directory=$1 pattern
  shift
  if (( $# == 0 )); then return 0; fi
  for pattern; do if fits_one "$pattern" "$directory"; then return 0; fi; done
  return 1
}

fits_one() {
  local pattern=$1 input
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

tell() { "$PROCTOR_PRIVATE/tell" "$@"; }

run() {
  local patterns=("${@#--path=}") status=0 code entry line entries=() chosen=() warnings=() name made directory err program
  local environment words ctest state=$PROCTOR_PRIVATE/state
  local -A programs # by where the build has put them
  for program in "$PROCTOR_PRIVATE"/programs/*; do programs[$(<"$program/made")]=$program; done
  while IFS= read -r line; do
    case $line in
      [=+%~]*) entries[-1]+=$'\n'$line ;; # for the program before it: ctest.cmake explains them
      '?'*) warnings+=("${line#?}") ;;
      *) entries+=("$line") ;;
    esac
  done <"$PROCTOR_PRIVATE/list"
  for entry in "${entries[@]}"; do
    IFS='|' read -r name made directory <<<"${entry%%$'\n'*}"
    if fits "${programs[$made]}" "${patterns[@]}"; then chosen+=("$entry"); fi
  done
  if (( ${#chosen[@]} == 0 )); then
    tell error "No program of this project is built from ${patterns[*]}." none
    return 1
  fi
  if (( ${#patterns[@]} == 0 )); then for line in "${warnings[@]}"; do tell warning "$line"; done; fi
  # Of a target that does more than to run programs, and failed with that. Not a pass, whatever comes of the tests.
  if [[ -e $PROCTOR_PRIVATE/make.failed ]]; then
    tell warning "\`$(<"$PROCTOR_PRIVATE/make.failed")\` failed, though all was compiled: something else that it does than to run the programs with Unity, which are run apart from it and do nothing there. What it said:
$(tail -c 4000 "$PROCTOR_PRIVATE/make.out")"
    status=1
  fi
  for entry in "${chosen[@]}"; do
    IFS='|' read -r name made directory <<<"${entry%%$'\n'*}"
    environment=() words=("${programs[$made]}/program") ctest=''
    while IFS= read -r line; do
      case $line in
        =*) environment+=("${line#=}") ;;
        +*) words+=("${line#+}") ;;
        %*) words=(timeout --foreground -s KILL "${line#%}" "${words[@]}") ;;
        '~'*) ctest=${line#'~'} ;;
      esac
    done < <(tail -n +2 <<<"$entry")
    if [[ -n $ctest ]]; then
      PROCTOR_UNITY_CTEST=1 tell ctest "${ctest%%|*}" "${ctest#*|}" "$name" "$PROCTOR_PRIVATE/ctest.out" || status=1
      continue
    fi
    # Ids are the same whichever of the programs are run.
    if (( ${#entries[@]} > 1 )); then export PROCTOR_UNITY_PROGRAM=$name; fi
    rm -rf "$state"
    mkdir "$state"
    cd "$directory" || return
    # Of a crash, proctor has better words than this shell.
    exec {err}>&2 2>/dev/null
    env "${environment[@]}" PROCTOR_UNITY_STATE="$state" "${words[@]}" 2>&"$err" {err}>&-
    code=$?
    exec 2>&"$err" {err}>&-
    if (( code != 0 )); then status=$code; fi
    if [[ ${words[0]} == timeout && $code == 137 ]]; then tell warning "$name was ended: CTest's TIMEOUT for it is ${words[4]} seconds."; fi
    if [[ -e $state/ended ]]; then
      # Killed by a signal behind its tests: proctor will want to know which.
      if (( code > 128 )); then kill -s $(( code - 128 )) $$; return "$code"; fi
    elif [[ -e $state/started ]] || (( ${#chosen[@]} == 1 )); then
      # It has left in the midst of its tests: then there is no end of the run, and proctor starts over without the culprit.
      if (( code > 128 )); then kill -s $(( code - 128 )) $$; fi
      return "$code"
    else
      # Of several programs, one that comes to no test costs the others nothing.
      tell error "The test program $name ended with exit code $code before its first test"
      if (( status == 0 )); then status=1; fi
    fi
  done
  return "$status"
}

"$@"
