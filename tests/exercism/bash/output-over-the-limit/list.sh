list::length() {
  local -n from=$1 to=$2
  printf 'x%.0s' {1..501}
  to=${#from[@]}
}

list::reverse() {
  local -n from=$1 to=$2
  local item
  to=()
  for item in "${from[@]}"; do to=("$item" "${to[@]}"); done
}
