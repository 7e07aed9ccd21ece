list::length() {
  local -n from=$1 to=$2
  echo "from: $1"
  to=${#from[@]}
}

list::reverse() {
  local -n from=$1 to=$2
  local item
  to=()
  for item in "${from[@]}"; do to=("$item" "$to"); done
}
echo "loading" >&2
