# Sourced: stand_in COMPILER LIBRARY DIRECTORY OBJECTS... makes a shared library in that directory which has the
# library's name, and of its symbols those that exercises and the objects may well use, under their versions. The linker
# reads thousands in the C library's otherwise. The program comes out as if linked with the library, and at run time it
# is the library that it finds; one that needs more of it can't be linked with what stands in. Needs $work, a directory
# for the steps.
stand_in() {
  for header in assert complex ctype dirent errno fcntl fenv float getopt inttypes iso646 limits locale math pthread regex \
    search setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/mman \
    sys/stat sys/time sys/types sys/wait tgmath threads time uchar unistd wchar wctype; do
    printf '#if __has_include(<%s.h>)\n#include <%s.h>\n#endif\n' "$header" "$header"
  done >"$work/headers.c"
  compiler=$1 library=$2 directory=$3
  shift 3
  # Whatever is a word in those, and what the objects need that are part of each program.
  {
    "$compiler" -std=c11 -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700 -E -P "$work/headers.c" | tr -cs 'A-Za-z0-9_' '\n'
    for object in "$@" $("$compiler" -print-file-name=Scrt1.o) $("$compiler" -print-file-name=crtbeginS.o) \
      $("$compiler" -print-file-name=libc_nonshared.a); do
      readelf -sW "$object" | awk '$7 == "UND" { print $8 }'
    done
  } >"$work/wanted" || return
  rm -f "$work/versions"
  readelf -SW --dyn-syms "$library" | LC_ALL=C awk -v wanted="$work/wanted" -v script="$work/versions" \
    -f "$PROCTOR_FOLDER/stand-in.awk" >"$work/stand-in.s" && mkdir -p "$directory" &&
    "$compiler" -shared -nostdlib -Wl,-s,-soname,"${library##*/}",--version-script="$work/versions" \
      -o "$directory/${library##*/}" "$work/stand-in.s"
}
