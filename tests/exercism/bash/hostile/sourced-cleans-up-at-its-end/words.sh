notes=$(mktemp)
trap 'rm -f "$notes"' EXIT

say() {
  echo "$1" >"$notes"
  answer=$(<"$notes")
  if [[ $1 == second ]]; then answer=2nd; fi
}
