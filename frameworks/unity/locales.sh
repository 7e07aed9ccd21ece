# shellcheck shell=bash
# Sourced: `make_locales DIRECTORY` makes the directory that LOCPATH names, in which the usual names of locales stand for
# the C library's C.UTF-8. A submission that asks for en_US.UTF-8 gets what it gets from the track's own runner, whose
# C library (musl) knows UTF-8 under any name; Debian's knows that one only if it was generated.
make_locales() {
  local language
  mkdir -p "$1"
  # The C library looks for the language alone, too: en.utf8 is for en_US.UTF-8, en_GB.utf8 and all the others.
  for language in en el de es fr; do ln -sfn /usr/lib/locale/C.utf8 "$1/$language.utf8"; done
}
