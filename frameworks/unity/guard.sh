# sh guard.sh UNITY COMPILER OPTIONS... SOURCE: fails if the solution's headers make something else of a source of tests.
# UNITY: the directory of the Unity that is compiled, ending in a slash.
unity=$1
shift
while :; do
  case $unity in ./*) unity=${unity#./} ;; "$PROCTOR_ROOT"/*) unity=${unity#"$PROCTOR_ROOT"/} ;; *) break ;; esac
done
"$@" -E -dD 2>/dev/null | awk -v root="$PROCTOR_ROOT/" -v tests="$PROCTOR_TESTS" -v unity="$unity" \
  -f "$PROCTOR_FOLDER/plain.awk" -f "$PROCTOR_FOLDER/macros.awk" -f "$PROCTOR_FOLDER/guard.awk" >&2
