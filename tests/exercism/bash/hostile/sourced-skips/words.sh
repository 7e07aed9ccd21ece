say() {
  if [[ $1 == second ]]; then
    skip "no need to look"
  fi
  answer=$1
}
