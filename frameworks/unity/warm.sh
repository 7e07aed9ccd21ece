# shellcheck shell=bash
# Fills $PROCTOR_PREPARED: the compilers' stand-ins, the locales, and Unity compiled with the reporter for the options that
# exercises have. That is the Unity of this folder and any below the directories of PROCTOR_UNITY_DIRECTORIES (separated by
# colons; a checkout of the exercises will do).
set -eu
. "$PROCTOR_FOLDER/shims.sh"
. "$PROCTOR_FOLDER/locales.sh"
put_shims "$PROCTOR_PREPARED/bin"
make_locales "$PROCTOR_PREPARED/locale"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PROCTOR_PRIVATE=$PROCTOR_PREPARED

IFS=: read -r -a directories <<<"${PROCTOR_UNITY_DIRECTORIES:-}"
# Exercises have the same file a hundred times over: one of each content is enough.
find "$PROCTOR_FOLDER/test-framework" "${directories[@]}" -name unity.c -exec sha256sum {} + | sort -u -k 1,1 |
  while read -r _ unity; do
    # A few exercises compare doubles, and older ones have no colours.
    for more in '-DUNITY_OUTPUT_COLOR' '-DUNITY_OUTPUT_COLOR -DUNITY_INCLUDE_DOUBLE' '' '-DUNITY_INCLUDE_DOUBLE'; do
      # shellcheck disable=SC2086  # words
      "$PROCTOR_PREPARED/bin/cc" -DUNITY_SUPPORT_64 $more -c "$unity" -o "$work/unity.o"
    done
  done
