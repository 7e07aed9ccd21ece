# Sourced: puts compiler.sh in front of the C compilers.
PROCTOR_UNITY_PATH=$PATH
: "${PROCTOR_PREPARED:=}"
mkdir -p "$PROCTOR_PRIVATE/bin" "$PROCTOR_PRIVATE/objects" "$PROCTOR_PRIVATE/programs" || exit
for name in cc gcc clang; do
  # shellcheck disable=SC2016  # the shims expand it
  printf '#!/bin/sh\nset -- %s "$@"\n. "$PROCTOR_FOLDER/compiler.sh"\n' "$name" >"$PROCTOR_PRIVATE/bin/$name"
done
# What stands where a makefile expects the tests' program.
printf '#!/bin/sh\nexit 0\n' >"$PROCTOR_PRIVATE/bin/no-tests"
chmod +x "$PROCTOR_PRIVATE"/bin/*
PATH=$PROCTOR_PRIVATE/bin:$PATH
LC_ALL=C # plain quotation marks in the compiler's words
export PROCTOR_UNITY_PATH PROCTOR_PREPARED PATH LC_ALL
