# Builds a submission with its own makefile; the program comes to $PROCTOR_PRIVATE/programs/1/program. A student waits for
# this, and each program that it starts takes about a millisecond.
set -u
. "$PROCTOR_FOLDER/shims.sh"
cd "$PROCTOR_ROOT" || exit
if [ ! -e test-framework/unity.c ] && [ ! -e test/vendor/unity.c ] && [ ! -e vendor/unity.c ]; then
  mkdir -p test-framework && cp "$PROCTOR_FOLDER"/test-framework/*.[ch] test-framework/ || exit
fi
if [ ! -e "$PROCTOR_PREPARED/locale" ]; then
  . "$PROCTOR_FOLDER/locale.sh"
  make_locales "$PROCTOR_PRIVATE/locale" || exit
fi
# The exercises' own is called makefile; one that make itself would prefer to it isn't theirs.
set -- -f "$PROCTOR_FOLDER/exercise.mk"
for name in GNUmakefile Makefile makefile; do
  if [ -e "$name" ]; then set -- -f "$name"; fi
done

old_ifs=$IFS
IFS='
'
# What follows looks at the files at the same time.
# A precompiled header that a submission brings along would stand for one that is read and checked; and files that aren't
# there under their own name are none that are read here.
find . \( -name '*.gch' -prune -exec rm -rf {} + \) -o -type l -print >"$PROCTOR_PRIVATE/links" &
excluded=''
for test in $PROCTOR_TESTS; do excluded="$excluded
--exclude=${test##*/}"; done
# The exercise's own Unity needn't be looked at. (To include anything else from there is suspicious by its path.)
if [ -e test-framework/unity.c ]; then excluded="$excluded
--exclude-dir=test-framework"; fi
# Whether the solution has anything that might meddle with the tests' macros: names of theirs, keywords as macros,
# directives written so that a pattern wouldn't see them, headers that aren't plain .h files beside the tests; or with how
# they are compiled. Nearly none has, and then guard.awk needn't look at the tests preprocessed.
suspicious='Unity|UNITY|TEST_|jmp|setUp|tearDown|##|%:|\?\?=|_Pragma|_macro|asm|extname|weak|attribute|oreturn|pragma[[:space:]]+GCC[[:space:]]+[^d]|__builtin_'
suspicious="$suspicious"'|#[[:space:]]*(line|[0-9]|/)|#[[:space:]a-z]*\\|define[[:space:]]*/'
suspicious="$suspicious"'|define[[:space:]]*(test_|(if|else|for|while|do|return|switch|case|goto|break|continue|sizeof|main)([^A-Za-z0-9_]|$))'
suspicious="$suspicious"'|include[[:space:]]*("[A-Za-z0-9_-]*([^A-Za-z0-9_."-]|\.[^h]|\.h[^"]|")|<[./]|[^"<[:space:]])'
# shellcheck disable=SC2086  # one word each
grep -rasqE --exclude-dir=.meta --exclude-dir=.docs --exclude-dir=.exercism \
  --exclude='*.md' --exclude='*.json' --exclude=makefile $excluded -e "$suspicious" . &
looks_suspicious=$!
# Macros of headers, unless they are plain numbers or texts, or names alone (that are there so that a header counts
# once).
plain_macro='#[[:space:]]*define[[:space:]]+[A-Z0-9_]+([[:space:]]+\(?-?([0-9][0-9A-Za-z.]*|"[^"\\]*")\)?)?[[:space:]]*(//.*|/\*[^*]*\*/[[:space:]]*)?$'
# shellcheck disable=SC2086  # one word each
grep -rasqP $excluded --include='*.h' "^(?=[[:space:]]*define|.*#[[:space:]]*define)(?![[:space:]]*$plain_macro)" . &
has_macros=$!

# Tests that leave early of their own are rare; then such an end isn't the solution's doing.
# (Their markers for later are gone already; what undoes or replaces these is no such end. Nor is a word in a comment.)
leaving='TEST_(PASS|ABORT|PROTECT|IGNORE)|longjmp'
# What of the library they call to compare, for below.
comparing='(^|[^A-Za-z0-9_])((mem|str|strn|strcase|strncase)cmp|str(n?len|n?cpy|str|r?chr)|mem(cpy|set|move)|v?sn?printf|(f|l|ll)?abs[fl]?)[[:space:]]*\('
# shellcheck disable=SC2086  # one word each
called=$(grep -ohsE "$leaving|$comparing" $PROCTOR_TESTS)
# shellcheck disable=SC2086  # one word each
case $called in
  *TEST_* | *longjmp*)
    if awk -v leaving="$leaving" -f "$PROCTOR_FOLDER/plain.awk" -f "$PROCTOR_FOLDER/leaving.awk" $PROCTOR_TESTS; then
      PROCTOR_UNITY_TESTS_LEAVE=1
      export PROCTOR_UNITY_TESTS_LEAVE
    fi
    ;;
esac
IFS=$old_ifs
# (1: nothing was found; anything else is that something was, or that grep couldn't look.)
wait "$looks_suspicious"
found=$?
wait "$has_macros"
if [ $? -ne 1 ] || [ "$found" -ne 1 ] || { wait; [ -s "$PROCTOR_PRIVATE/links" ]; }; then
  PROCTOR_UNITY_GUARD=1
  export PROCTOR_UNITY_GUARD
fi
wait

# -B: what a submission brings along already built isn't what it is tested by.
make -B --no-print-directory "$@" >"$PROCTOR_PRIVATE/make.out" || exit
program=$PROCTOR_PRIVATE/programs/1/program
if [ ! -e "$program" ]; then
  cat "$PROCTOR_PRIVATE/make.out"
  echo "The makefile didn't build a test program with Unity's unity.c in it." >&2
  exit 1
fi
# What the loader or the start of the program calls before the reporter is there could speak in its place. (Sanitizers
# and static programs have such functions of their own.)
early=''
while IFS= read -r line; do
  case $line in -fsanitize* | -static*) early=known ;; esac
done <"$PROCTOR_PRIVATE/programs/1/inputs"
if [ -z "$early" ] && command -v readelf >/dev/null; then
  # (grep, because sh reads a file byte by byte.)
  readelf -SlrW "$program" 2>/dev/null | grep -E 'IRELATIV|\] \.preinit_array |interpreter: ' >"$PROCTOR_PRIVATE/program.txt"
  preinit='' loader=''
  while IFS= read -r line; do
    case $line in
      *IRELATIV*) early=ifunc ;;
      '  ['*'] .preinit_array '*)
        # shellcheck disable=SC2086  # type, address, offset, size
        set -- ${line#*.preinit_array }
        preinit=$preinit$((0x${4:-0}))
        ;;
      *'interpreter: '*) loader=$loader${line#*interpreter: } ;;
    esac
  done <"$PROCTOR_PRIVATE/program.txt"
  # The reporter's own entry alone, and the system's loader.
  case $loader in
    *' '* | *']'?* | /lib*/ld-*/*) early=loader ;;
    /lib*/ld-*']') ;;
    *) early=loader ;;
  esac
  if [ -n "$early" ] || [ "$preinit" != 8 ]; then
    echo "error: the solution has code that runs before the program begins (ifunc, preinit_array or the like)" >&2
    exit 1
  fi
fi
# A solution may have functions of the library's names, but not those by which the tests compare.
case $called in *'('*) ;; *) called='' ;; esac
if [ -n "$called" ] && command -v nm >/dev/null; then
  called=$(printf '%s\n' "$called" | sed -n 's/^[^a-z0-9]*\([a-z0-9]*\)[[:space:]]*($/\1/p')
  nm -g --defined-only "$program" 2>/dev/null | sed -n 's/^[0-9a-f]* [A-Za-z] //p' | grep -xF "$called" >"$PROCTOR_PRIVATE/taken.txt" && {
    echo "error: the solution defines '$(head -n 1 "$PROCTOR_PRIVATE/taken.txt")', by which the tests compare, anew" >&2
    exit 1
  }
fi
exit 0
