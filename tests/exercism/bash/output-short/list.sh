list::length() {
  local -n from=$1 to=$2
  echo "Hello from the list"
  to=${#from[@]}
}

list::reverse() {
  local -n from=$1 to=$2
  local item
  to=()
  for item in "${from[@]}"; do to=("$item" "${to[@]}"); done
}
