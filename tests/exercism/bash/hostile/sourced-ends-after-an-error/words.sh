say() {
  if [[ $1 == second ]]; then
    no_such_program || true
    trap - EXIT ERR DEBUG
    exit 0
  fi
  answer=$1
}
