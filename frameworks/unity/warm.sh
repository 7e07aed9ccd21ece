# Compiles Unity with the reporter ahead, for exercises' usual options, into $PROCTOR_PREPARED: the Unity that is here
# and any that stands in a directory of PROCTOR_UNITY_DIRECTORIES (separated by colons; a checkout of the exercises
# will do: each directory below that has a unity.c is taken).
set -u
: "${PROCTOR_PREPARED:?it names the directory to fill}"
mkdir -p "$PROCTOR_PREPARED" || exit
. "$PROCTOR_FOLDER/locale.sh"
make_locales "$PROCTOR_PREPARED/locale" || exit
store=$PROCTOR_PREPARED
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
PROCTOR_UNITY_STORE=$store PROCTOR_UNITY_PATH=$PATH PROCTOR_PREPARED='' PROCTOR_PRIVATE=$work
export PROCTOR_UNITY_STORE PROCTOR_UNITY_PATH PROCTOR_PREPARED PROCTOR_PRIVATE
mkdir "$work/programs" || exit
. "$PROCTOR_FOLDER/builder.sh"
. "$PROCTOR_FOLDER/stand-in.sh"
# Where the C library is there for it, without the loader's time.
compile_builder "$store/builder" -O2 -static 2>/dev/null || compile_builder "$store/builder" -O2 || exit
options=$(sed -n 's/^CFLAGS *= *//p' "$PROCTOR_FOLDER/exercise.mk")

# Compiles one Unity, and its header if that is where exercises have it. A few exercises compare doubles, and older ones
# have no colours.
prepare() {
  for compiler in cc gcc; do
    prepare_for "$1" "$options" || return
  done
  compiler=cc
  prepare_for "$1" "$options -DUNITY_INCLUDE_DOUBLE" && prepare_for "$1" "${options% -DUNITY_OUTPUT_COLOR}" &&
    prepare_for "$1" "${options% -DUNITY_OUTPUT_COLOR} -DUNITY_INCLUDE_DOUBLE"
}

# prepare_for UNITY OPTIONS, with $compiler.
prepare_for() {
  # shellcheck disable=SC2086  # words
  "$store/builder" compile "$compiler" $2 -c "$1" -o "$work/unity.o" || return
  # Compiled from where it will be used, so that its path in messages is the one that it has there.
  case $1 in
    */test-framework/unity.c) ;;
    *) return 0 ;;
  esac
  made=$(ls -t "$store"/*.o | head -n 1)
  # shellcheck disable=SC2086  # words
  (cd "${1%/test-framework/unity.c}" && "$compiler" $2 -g0 -x c-header test-framework/unity.h -o "$work/unity.gch") &&
    mv "$work/unity.gch" "${made%.o}.gch"
}

# Those change neither how a linker is called nor, but for themselves, a compiler.
without_defines() {
  echo "$1" | sed 's/ -D[^ ]*//g'
}

# What the compiler's driver calls the linker with for exercises' usual options takes it longer to find out than is good:
# link-COMPILER has the words that it's for, what stands before the objects and what stands behind them. Paths with blanks
# aren't worth it.
prepare_link() {
  libraries=$(sed -n 's/^LIBS *= *//p' "$PROCTOR_FOLDER/exercise.mk")
  linker=$(command -v ld.gold) || return 0
  : >"$work/place-of-objects.o"
  # shellcheck disable=SC2086  # words
  line=$("$1" -Wl,--wrap=main $options "$work/place-of-objects.o" -o place-of-program $libraries -fuse-ld=gold \
    -fno-use-linker-plugin '-###' 2>&1 | sed -n 's/^ *[^ ]*collect2"* //p' | sed -e 's/"//g' -e 's/ -fuse-ld=gold / /' -e 's/ -o place-of-program / /')
  case $line in
    *[!A-Za-z0-9_./:+=,@%\ -]*) return 0 ;;
    *"$work/place-of-objects.o"*) ;;
    *) return 0 ;;
  esac
  behind=''
  for word in ${line#*"$work/place-of-objects.o"}; do
    case $word in
      # Libraries by their paths, which saves the linker half of its time, and what stands in for them half of the rest.
      # gcc's own are hardly ever needed, and then the driver links.
      -lc) behind="$behind $(library "$1" libc.so.6) $("$1" -print-file-name=libc_nonshared.a)" ;;
      -lm) behind="$behind $(library "$1" libm.so.6)" ;;
      -lgcc | -lgcc_s) ;;
      *) behind="$behind $word" ;;
    esac
  done
  for word in $behind; do
    case $word in
      /*) if [ ! -e "$word" ]; then return 0; fi ;;
      *.so* | *.a) case $word in "{prepared}"/*) ;; *) return 0 ;; esac ;;
    esac
  done
  before=${line%%"$work/place-of-objects.o"*}
  # Nothing is left to be looked for: no directory is read, not even the linker's own.
  case $behind in
    *" -l"*) ;;
    *) before="-nostdlib $(printf '%s' "$before" | sed 's/ -L[^ ]*//g')" ;;
  esac
  {
    echo " $(without_defines "$options") -o $libraries"
    echo "$linker $before"
    echo "$behind"
  } >"$store/link-$1"
}

# library COMPILER NAME: tells the word for the linker by which the library is named.
library() {
  if [ -e "$store/stand-ins/$2" ] || stand_in "$1" "$("$1" -print-file-name="$2")" "$store/stand-ins" "$store"/*.o >/dev/null 2>&1; then
    echo "{prepared}/stand-ins/$2"
  else
    "$1" -print-file-name="$2"
  fi
}

# In the same way, how the driver calls the compiler itself and the assembler: compile-COMPILER has the options that it's
# for, without defines and those for debugging, which are left out, and a line for each of the two.
prepare_compile() {
  plain=" $(without_defines "$options" | sed 's/ -g[^ ]*//g')"
  # shellcheck disable=SC2086  # words
  "$1" $plain -pipe -c place-of-source.c -o place-of-object.o '-###' 2>&1 | sed -n -e 's/"//g' \
    -e 's/^ \([^ ]*\/cc1 .* -o -\) |$/\1/p' -e 's/^ \([^ ]*as .* -o place-of-object\.o\)$/\1/p' >"$work/steps"
  assembler=$(command -v "$(sed -n '2s/ .*//p' "$work/steps")") || return 0
  case $(cat "$work/steps") in
    *[!A-Za-z0-9_./:+=,@%\ "$newline"-]*) return 0 ;;
    *" place-of-source.c "*" -o -$newline"*" -o place-of-object.o") ;;
    *) return 0 ;;
  esac
  { echo "$plain" && sed "2s|^[^ ]*|$assembler|" "$work/steps"; } >"$store/compile-$1"
}

# What is loaded into the compiler, if that says nothing about it and makes the same of a source.
prepare_memory() {
  cc -O2 -shared -fPIC -o "$work/memory.so" "$PROCTOR_FOLDER/memory.c" || return 0
  compiler_itself=$(sed -n 2p "$store/compile-cc") || return 0
  (
    cd "$work" || exit
    printf '#include <stdio.h>\nint main(void) { return puts("x"); }\n' >place-of-source.c
    # shellcheck disable=SC2086  # words
    $compiler_itself >plain.s && LD_PRELOAD=$work/memory.so $compiler_itself >with.s 2>said && [ ! -s said ] &&
      cmp -s plain.s with.s && mv memory.so "$store"
  ) || return 0
}

newline='
'
prepare "$PROCTOR_FOLDER/test-framework/unity.c" || exit
for compiler in cc gcc; do
  prepare_link "$compiler"
  prepare_compile "$compiler"
done
prepare_memory 2>/dev/null
old_ifs=$IFS
IFS=:
for directory in ${PROCTOR_UNITY_DIRECTORIES:-}; do
  IFS=$old_ifs
  # Exercises have the same file a hundred times over: one of each content is enough.
  find "$directory" -name unity.c -exec sha256sum {} + | sort -u -k 1,1 | while read -r _ unity; do
    prepare "$unity" || exit
  done
done
