say() {
  if [[ $1 == second ]]; then
    while :; do echo 0123456789012345678901234567890123456789; done >&2
  fi
  answer=$1
}
