# shellcheck shell=bash
# Builds a submission with its exercise's makefile; the program comes to $PROCTOR_PRIVATE/tests.out.
set -u
. "$PROCTOR_FOLDER/shims.sh"
. "$PROCTOR_FOLDER/locales.sh"
if [[ -z $PROCTOR_PREPARED ]]; then make_locales "$PROCTOR_PRIVATE/locale"; fi
use_shims
cd "$PROCTOR_ROOT" || exit

if [[ ! -e test-framework/unity.c && ! -e test/vendor/unity.c && ! -e vendor/unity.c ]]; then
  cp -r "$PROCTOR_FOLDER/test-framework" . || exit
fi
# The exercises' own is called makefile; one that make itself would prefer to it isn't theirs.
makefile=makefile
for name in GNUmakefile Makefile makefile; do
  if [[ -e $name ]]; then makefile=$name; fi
done
if [[ ! -e $makefile ]]; then cp "$PROCTOR_FOLDER/exercise.mk" "$makefile" || exit; fi
# A compiler that the makefile names by its path is found by its name; nor does the makefile's own PATH come first.
sed -i -E 's#(^|[[:space:]=@])(/usr(/local)?)?/bin/([a-z0-9_-]*(cc|gcc|clang))#\1\4#' "$makefile"
# -B: what a submission brings along already built isn't what it is tested by.
make -B --no-print-directory -f "$makefile" PATH="$PATH" >"$PROCTOR_PRIVATE/make.out" || exit
if ! mv "$PROCTOR_PRIVATE/programs/1/program" "$PROCTOR_PRIVATE/tests.out" 2>/dev/null; then
  cat "$PROCTOR_PRIVATE/make.out"
  echo "The makefile didn't build a test program with Unity's unity.c in it." >&2
  exit 1
fi
