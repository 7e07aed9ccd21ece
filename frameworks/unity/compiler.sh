# The compiler, as makefiles see it. Sourced by what shims.sh puts in front of the real one, with the name of the real one
# before the arguments (warm.sh runs it); it does three things otherwise:
#   - in the place of the project's unity.c it compiles reporter.c, which includes it, or takes the object that is
#     prepared for this very unity.c;
#   - sources that are given all at once are compiled at the same time;
#   - a program with the reporter in it goes to $PROCTOR_PRIVATE/programs, and one that does nothing comes in its
#     place, so that the makefile's own `./tests.out` runs nothing.
# Whatever it doesn't understand it leaves to the real compiler.
set -u
compiler=$1
shift
PATH=$PROCTOR_UNITY_PATH
export PATH
work=$PROCTOR_PRIVATE/objects
# In an exercise, results count only while main runs, and the reporter knows that by standing for it.
wrapped=${PROCTOR_SLUG:+-Wl,--wrap=main}

compiling='' linking=1 dependencies='' output=a.out unity='' others='' value=''
for word; do
  case $value in
    -o) output=$word ;;
  esac
  if [ -n "$value" ]; then value=''; continue; fi
  case $word in
    -o | -x | -include | -I | -D | -U | -L | -l | -T | -isystem | -iquote | -idirafter | -MF | -MT | -MQ | -Xlinker | -u | -z)
      value=$word ;;
    -o*) output=${word#-o} ;;
    -c) compiling=1 linking='' ;;
    -E | -S | -M | -MM | -fsyntax-only | --version | -v | -\#\#\# | -print* | -dump* | --help*) exec "$compiler" "$@" ;;
    -M*) dependencies=1 ;;
    -*) ;;
    unity.c | */unity.c) unity=$word ;;
    *.c) others=1 ;;
  esac
done

# No sanitizer: the reporter is there before theirs is.
compile_reporter() {
  "$compiler" "$@" -std=gnu11 -O0 -w -fno-builtin -fPIE -DPROCTOR_UNITY_SOURCE="\"$source\"" \
    -c "$PROCTOR_FOLDER/reporter.c" -o "$object.$$" && mv "$object.$$" "$object"
}

# reporter_object [--begin] ARGUMENTS...: sets $object to the file that has Unity and the reporter in it. It depends on
# what defines and includes say, on nothing else. --begin: it may not be there yet, but what compiles it is started.
reporter_object() {
  begin=''
  if [ "$1" = --begin ]; then
    begin=1
    shift
  fi
  value=''
  for word; do
    shift
    if [ -n "$value" ]; then
      set -- "$@" "$value" "$word"
      value=''
      continue
    fi
    case $word in
      -D | -U | -I | -isystem | -iquote | -include) value=$word ;;
      -D* | -U* | -I* | -m*) set -- "$@" "$word" ;;
    esac
  done
  if [ -n "${PROCTOR_UNITY_TESTS_LEAVE:-}" ]; then set -- "$@" -DPROCTOR_TESTS_MAY_LEAVE; fi
  folder=${unity%unity.c}
  key=$({ cat "$unity" "${folder:-.}"/*.h "$PROCTOR_FOLDER"/*.[ch] && echo "$compiler $*"; } | sha256sum)
  key=${key%% *}
  object=$PROCTOR_PREPARED/$key.o
  if [ -z "$PROCTOR_PREPARED" ] || [ ! -e "$object" ]; then
    object=${PROCTOR_UNITY_STORE:-$work}/$key.o
    case $unity in
      /*) source=$unity ;;
      *) source=$PWD/$unity ;;
    esac
    if [ -n "$begin" ]; then compile_reporter "$@" & else compile_reporter "$@" || return; fi
  fi
}

# A source of tests into which the solution's headers bring macros that the tests rely on.
guard() {
  if [ -z "${PROCTOR_UNITY_GUARD:-}" ]; then return; fi
  case "
$PROCTOR_TESTS
" in
    *"
${1#./}
"*) ;;
    *) return 0 ;;
  esac
  shift
  own=${unity%unity.c}
  while :; do
    case $own in ./*) own=${own#./} ;; "$PROCTOR_ROOT"/*) own=${own#"$PROCTOR_ROOT"/} ;; *) break ;; esac
  done
  "$compiler" "$@" -E -dD 2>/dev/null | awk -v root="$PROCTOR_ROOT/" -v tests="$PROCTOR_TESTS" -v unity="$own" \
    -f "$PROCTOR_FOLDER/plain.awk" -f "$PROCTOR_FOLDER/guard.awk" >&2
}

# Compiles one source, with all options but those that are for linking: compile_one SOURCE OBJECT ARGUMENTS...
compile_one() {
  source=$1 object=$2
  shift 2
  value='' debugging=''
  # A sanitizer names lines.
  case " $* " in *' -fsanitize'*) debugging=-g ;; esac
  for word; do
    shift
    if [ -n "$value" ]; then
      case $value in
        -D | -U | -I | -isystem | -iquote | -idirafter | -include | -x) set -- "$@" "$value" "$word" ;;
      esac
      value=''
      continue
    fi
    case $word in
      -o | -x | -include | -I | -D | -U | -L | -l | -T | -isystem | -iquote | -idirafter | -Xlinker | -u | -z) value=$word ;;
      -o* | -l* | -L* | -Wl,*) ;;
      # What debuggers need takes a fifth of the time, and nobody debugs this program.
      -g | -g[0-9] | -ggdb*) if [ -n "$debugging" ]; then set -- "$@" "$word"; fi ;;
      -*) set -- "$@" "$word" ;;
    esac
  done
  guard "$source" "$@" "$source" && "$compiler" "$@" -c "$source" -o "$object"
}

# Takes Unity's header precompiled if it's there for this Unity; the compiler sees itself whether it fits, but for what
# changes the code that it makes (with sanitizers it crashes).
precompiled_header() {
  for word; do
    case $word in
      -f* | -pg | --coverage) return ;;
    esac
  done
  if [ -n "$PROCTOR_PREPARED" ] && [ -e "${object%.o}.gch" ]; then ln -s "${object%.o}.gch" "${folder:-./}unity.h.gch"; fi
}

# Sets $program to a directory for one more program with the reporter in it.
take_place() {
  n=1
  until mkdir "$PROCTOR_PRIVATE/programs/$n" 2>/dev/null; do n=$((n + 1)); done
  program=$PROCTOR_PRIVATE/programs/$n
}

# Links as the compiler's driver would have it, if that is prepared (warm.sh) for these very words.
link_directly() {
  if [ -z "$wrapped" ] || [ ! -e "$PROCTOR_PREPARED/link-$compiler.sh" ]; then return 1; fi
  . "$PROCTOR_PREPARED/link-$compiler.sh"
  if [ "$link_words" != "$words" ]; then return 1; fi
  old_ifs=$IFS
  IFS=' '
  set -f
  set -- $link_before $objects $link_after
  set +f
  IFS=$old_ifs
  "$@" -o "$program/program" 2>/dev/null
}

# Compiles all sources at the same time and links them; 1: a source is wrong (said already), 2: they don't link.
all_at_once() {
  n=0 value=''
  reporter_object --begin "$@"
  precompiled_header "$@"
  for word; do
    if [ -n "$value" ]; then value=''; continue; fi
    case $word in
      -o | -x | -include | -I | -D | -U | -L | -l | -T | -isystem | -iquote | -idirafter | -Xlinker | -u | -z) value=$word ;;
      "$unity") ;;
      *.c)
        n=$((n + 1))
        { compile_one "$word" "$work/$n.o" "$@" || : >"$work/$n.failed"; } 2>"$work/$n.words" &
        ;;
    esac
  done
  wait
  if [ ! -e "$object" ]; then return 1; fi
  failed='' last=$n n=0 value=''
  while [ "$n" -lt "$last" ]; do
    n=$((n + 1))
    if [ -e "$work/$n.failed" ]; then failed=1; fi
  done
  if [ -n "$failed" ]; then
    cat "$work"/*.words >"$work/words"
    # A precompiled header shows in what the compiler says about macros of Unity's.
    if [ -L "${folder:-./}unity.h.gch" ] && grep -q "${folder:-unity}" "$work/words"; then
      rm "${folder:-./}unity.h.gch"
      return 2
    fi
    cat "$work/words" >&2
    return 1
  fi
  take_place
  n=0 value='' words='' objects=''
  for word; do
    shift
    case $value in
      '') ;;
      -o)
        value=''
        set -- "$@" "$program/program"
        words="$words -o"
        continue
        ;;
      *)
        words="$words $word"
        value=''
        set -- "$@" "$word"
        continue
        ;;
    esac
    case $word in
      -o | -x | -include | -I | -D | -U | -L | -l | -T | -isystem | -iquote | -idirafter | -Xlinker | -u | -z)
        value=$word
        set -- "$@" "$word"
        if [ "$word" != -o ]; then words="$words $word"; fi
        ;;
      -o*)
        words="$words -o"
        set -- "$@" -o "$program/program"
        ;;
      "$unity") ;;
      *.c)
        n=$((n + 1))
        objects="$objects $work/$n.o"
        set -- "$@" "$work/$n.o"
        # The reporter comes last, so that nothing of it is taken from elsewhere.
        if [ "$n" = "$last" ]; then
          objects="$objects $object"
          set -- "$@" "$object"
        fi
        ;;
      *)
        words="$words $word"
        set -- "$@" "$word"
        ;;
    esac
  done
  if link_directly; then return 0; fi
  # The gold linker takes two thirds of the time; should anything be wrong, the usual one says what.
  case $compiler in
    cc | gcc) if command -v ld.gold >/dev/null; then set -- "$@" -fuse-ld=gold -fno-use-linker-plugin; fi ;;
  esac
  if "$compiler" $wrapped "$@" 2>/dev/null; then return 0; fi
  rm -f "$program/program"
  return 2
}

# As the plain way does it, but for Unity.
one_by_one() {
  if [ -n "$unity" ]; then
    reporter_object "$@" || return
    if [ -n "$compiling" ]; then
      cp "$object" "$output"
      return
    fi
    for word; do
      shift
      if [ "$word" = "$unity" ]; then word=$object; fi
      set -- "$@" "$word"
    done
  fi
  if [ -z "$linking" ]; then exec "$compiler" "$@"; fi
  if [ -n "$unity" ]; then
    "$compiler" $wrapped "$@"
  else
    # Without the reporter in it, nothing stands for its main.
    { [ -n "$wrapped" ] && "$compiler" $wrapped "$@" 2>/dev/null; } || "$compiler" "$@"
  fi
}

if [ -n "$compiling" ] && [ -n "$unity" ] && [ "$output" = a.out ]; then output=${unity##*/} output=${output%.c}.o; fi
program=''
if [ -n "$linking" ] && [ -n "$unity" ] && [ -n "$others" ] && [ -z "$dependencies" ]; then
  all_at_once "$@"
  case $? in
    0) ;;
    1) exit 1 ;;
    *) one_by_one "$@" || exit ;; # once more, for the linker's words: with debug information it names lines
  esac
else
  one_by_one "$@" || exit
  if [ -n "$linking" ] && grep -qaF 'proctor reporter for Unity, inside' "$output" 2>/dev/null; then take_place; fi
fi

if [ -n "$program" ]; then
  if [ ! -e "$program/program" ]; then mv "$output" "$program/program"; fi
  pwd >"$program/directory"
  echo "$output" >"$program/name"
  printf '%s\n' "$@" >"$program/inputs"
  cp "$PROCTOR_PRIVATE/bin/no-tests" "$output"
fi
