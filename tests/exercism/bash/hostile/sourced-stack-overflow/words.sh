say() {
  if [[ $1 == second ]]; then
    say "$1"
  fi
  answer=$1
}
