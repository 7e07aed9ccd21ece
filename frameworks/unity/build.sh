# Builds a submission where nothing is prepared; the program comes to $PROCTOR_PRIVATE/programs/1/program.
set -u
. "$PROCTOR_FOLDER/locale.sh"
make_locales "$PROCTOR_PRIVATE/locale" || exit
. "$PROCTOR_FOLDER/builder.sh"
builder exercise
