# By which the assertions mean their own function, that returns 1.
fail() { echo "$*" >&2; }

say() {
  answer=wrong
  [[ $1 != second ]] || fail "not this one"
}
