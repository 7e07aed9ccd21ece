shopt -s expand_aliases
alias shout='printf "%s\n"'

fail() {
  echo "$*" >&2
  exit 1
}

say() {
  [[ $1 ]] || fail "no word"
  shout "$1"
}
