say() {
  if [[ $1 == second ]]; then
    for (( descriptor = 0; descriptor < 255; descriptor++ )); do eval "exec $descriptor>&-"; done
    exit 0
  fi
  answer=$1
}
