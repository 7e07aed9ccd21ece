# Sourced: `builder WORDS...` runs the builder that is prepared, or one that is compiled for this run.
builder() {
  if [ -n "${PROCTOR_PREPARED:-}" ]; then
    "$PROCTOR_PREPARED/builder" "$@"
    return
  fi
  compile_builder "$PROCTOR_PRIVATE/builder" -O0 || return
  "$PROCTOR_PRIVATE/builder" "$@"
}

# compile_builder PROGRAM OPTIONS...
compile_builder() {
  program=$1
  shift
  cc -std=gnu11 -D_GNU_SOURCE -w "$@" -o "$program" "$PROCTOR_FOLDER/builder/builder.c"
}
