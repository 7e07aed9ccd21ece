# Builds a submission with its own makefile; the program comes to $PROCTOR_PRIVATE/programs/1/program.
set -u
: "${PROCTOR_PREPARED:=}"
export PROCTOR_PREPARED
if [ ! -e "$PROCTOR_PREPARED/locale" ]; then
  . "$PROCTOR_FOLDER/locale.sh"
  make_locales "$PROCTOR_PRIVATE/locale" || exit
fi
. "$PROCTOR_FOLDER/builder.sh"
builder exercise
