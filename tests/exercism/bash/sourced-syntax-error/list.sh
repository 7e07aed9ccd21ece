list::length() {
  local -n from=$1 to=$2
  :
  to=${#from[@]}
}

list::reverse() {
  for item; do
}
