# Sourced: puts the builder in front of the C compilers.
PROCTOR_UNITY_PATH=$PATH
: "${PROCTOR_PREPARED:=}"
export PROCTOR_UNITY_PATH PROCTOR_PREPARED
. "$PROCTOR_FOLDER/builder.sh"
builder shims || exit
PATH=$PROCTOR_PRIVATE/bin:$PATH
LC_ALL=C # plain quotation marks in the compiler's words
export PATH LC_ALL
