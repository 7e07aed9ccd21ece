# sh guard.sh UNITY COMPILER OPTIONS... SOURCE: fails if the solution's headers make something else of a source of tests.
# UNITY: the directory of the Unity that is compiled, ending in a slash.
unity=$1
shift
while :; do
  case $unity in ./*) unity=${unity#./} ;; "$PROCTOR_ROOT"/*) unity=${unity#"$PROCTOR_ROOT"/} ;; *) break ;; esac
done
words=$("$@" -E -dD 2>/dev/null | awk -v root="$PROCTOR_ROOT/" -v tests="$PROCTOR_TESTS" -v unity="$unity" \
  -f "$PROCTOR_FOLDER/plain.awk" -f "$PROCTOR_FOLDER/macros.awk" -f "$PROCTOR_FOLDER/guard.awk")
code=$?
if [ "$code" != 0 ] && [ "$code" != 3 ]; then
  # A macro with which the tests can't be compiled (`#define SIZE 3;`) is the compiler's to explain.
  case $words in
    *' is more than one value where '* | *' redefines '*)
      if said=$("$@" -fsyntax-only 2>&1); then said=$words; fi
      ;;
    *) said=$words ;;
  esac
  printf '%s\n' "$said" >&2
fi
if [ "$code" != 3 ]; then exit "$code"; fi

# Whether a true and a false of the headers' own are what the tests take them for: only the compiler knows what an enum
# or another macro makes of them.
left=$#
while [ "$left" -gt 1 ]; do
  set -- "$@" "$1"
  shift
  left=$((left - 1))
done
source=$1
shift
includes=$(sed -n '/^[[:blank:]]*#[[:blank:]]*include/p' "$source")

# compiles LINE COMPILER OPTIONS...: whether the line does, behind what the tests include.
compiles() {
  line=$1
  shift
  printf '%s\n' "$includes" "$line" | "$@" -w -iquote "$(dirname "$source")" -fsyntax-only -x c - 2>/dev/null
}

# (A header that asks where it's compiled could answer otherwise here. Of a test file that can't be compiled anyhow, the
# compiler itself says why.)
if { grep -qsE '__(BASE_)?FILE__|__INCLUDE_LEVEL__|__COUNTER__|__LINE__' "$PROCTOR_ROOT"/*.h ||
  ! compiles 'extern char proctor_booleans[(true) == 1 && (false) == 0 ? 1 : -1];' "$@"; } &&
  "$@" -w -fsyntax-only "$source" 2>/dev/null; then
  echo "$source: error: the solution has a 'true' or 'false' of its own that isn't 1 or 0, which the tests rely on" >&2
  exit 1
fi
