#!/bin/bash
# The C compiler, as makefiles see it: it stands in a directory of its own under the names of the compilers (shims.sh).
#   - In the place of the project's unity.c it compiles reporter.c, which includes that file; fixture.c for unity_fixture.c.
#   - It moves a program with the reporter in it to $PROCTOR_UNITY_PLACE/programs, and puts one in its place that does nothing,
#     so that the makefile's own `./tests.out` runs no tests. (With PROCTOR_UNITY_CTEST it's the program, for CTest.)
# All else is the real compiler's. What is compiled of Unity stays in $PROCTOR_UNITY_PLACE/objects.
set -u
place=${PROCTOR_UNITY_PLACE:-$PROCTOR_PRIVATE}
compiler=${0##*/}
PATH=${PATH//"${0%/*}:"/}

output='' links=1 sources=0 options=()
declare -A parts=() # where in the command Unity's own sources stand, by what is compiled in their place
words=("$@")
for (( i = 0; i < $#; i++ )); do
  case ${words[i]} in
    -o) output=${words[++i]} ;;
    -o?*) output=${words[i]#-o} ;;
    -c) links=0 ;;
    -E | -S | -M | -MM | -shared | -fsyntax-only | --version | -v | '-###' | -print* | -dump* | --help*) exec "$compiler" "$@" ;;
    -D | -U | -I | -isystem | -iquote | -include) options+=("${words[i]}" "${words[++i]}") ;;
    -D* | -U* | -I* | -m* | -include* | -isystem* | -iquote*) options+=("${words[i]}") ;;
    -x | -L | -l | -T | -idirafter | -MF | -MT | -MQ | -Xlinker | -u | -z) (( ++i )) ;;
    unity.c | */unity.c) : "${parts[reporter.c]:=$i}" ;;
    unity_fixture.c | */unity_fixture.c) : "${parts[fixture.c]:=$i}" ;;
    *.c) (( ++sources )) ;;
  esac
done

# Ends with the makefile's step. A project's makefile may fail for other reasons than that something can't be compiled.
failed() {
  local code=$?
  : >"$place/not-compiled"
  exit "$code"
}

# compile_part PART SOURCE: makes $object, SOURCE with the reporter, prepared or compiled here. It depends on what these say
# and on nothing else.
compile_part() {
  local key said name
  name=${2##*/}
  key=$({ printf '%s\n' "$compiler" "${options[@]}" && cat "$2" "${2%"$name"}"*.h; } | sha256sum)
  key=${key%% *}
  for object in {"$PROCTOR_PREPARED","$place"}/objects/"$key/${name%.c}.o"; do
    [[ ! -e $object ]] || return 0
  done
  mkdir -p "${object%/*}"
  # No sanitizer, and no options for warnings or for the language: those are for the project's sources.
  if said=$("$compiler" "${options[@]}" -std=gnu11 -O0 -w -fPIE -DPROCTOR_UNITY_SOURCE="\"$(realpath "$2")\"" \
    -c "$PROCTOR_FOLDER/$1" -o "$object.$$" 2>&1); then
    mv "$object.$$" "$object"
    return
  fi
  # What is wrong with unity.c itself, the compiler says of that file: of the reporter nobody knows.
  if "$compiler" "${words[@]}"; then echo "$said" >&2; fi
  false
}

for part in "${!parts[@]}"; do
  at=${parts[$part]}
  compile_part "$part" "${words[at]}" || failed
  words[at]=$object
  if (( ! links )); then
    unset 'words[at]'
    if (( sources == 0 && ${#parts[@]} == 1 )); then
      cp "$object" "${output:-${object##*/}}"
      exit
    fi
    cp "$object" "${object##*/}"
  fi
done
if (( ! links && sources == 0 && ${#parts[@]} > 0 )); then exit 0; fi
"$compiler" "${words[@]}" || failed
output=${output:-a.out}
(( links )) && grep -qsF 'proctor reporter for Unity, inside' "$output" || exit 0

# One that is linked again takes its own place.
n=1
mkdir -p "$place/programs"
until mkdir "$place/programs/$n" 2>/dev/null; do
  if [[ $(cat "$place/programs/$n/made" 2>/dev/null) == "$PWD/$output" ]]; then break; fi
  (( ++n ))
done
place=$place/programs/$n
mv "$output" "$place/program" || exit
echo "$PWD/$output" >"$place/made"
pwd >"$place/directory"
echo "$output" >"$place/name"
printf '%s\n' "$@" >"$place/inputs"
rm -f "$place/ran"
# The program is run where the makefile runs it first.
{
  printf '#!/bin/sh\nif [ -n "${PROCTOR_UNITY_CTEST:-}" ]; then exec %q "$@"; fi\n' "$place/program"
  printf '[ -e %q ] || { pwd -P >%q; cp %q %q; }\n' "$place/ran" "$place/ran" "$place/ran" "$place/directory"
} >"$output"
chmod +x "$output"
