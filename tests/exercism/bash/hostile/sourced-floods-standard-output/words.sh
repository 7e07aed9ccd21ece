say() {
  if [[ $1 == second ]]; then
    while :; do echo 0123456789012345678901234567890123456789; done
  fi
  answer=$1
}
