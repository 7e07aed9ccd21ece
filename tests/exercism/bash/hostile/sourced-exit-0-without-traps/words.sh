say() {
  if [[ $1 == second ]]; then
    trap - EXIT ERR DEBUG
    exit 0
  fi
  answer=$1
}
