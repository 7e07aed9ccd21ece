say() {
  if [[ $1 == second ]]; then
    exec true
  fi
  answer=$1
}
