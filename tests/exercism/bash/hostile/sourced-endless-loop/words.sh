say() {
  if [[ $1 == second ]]; then
    while :; do :; done
  fi
  answer=$1
}
