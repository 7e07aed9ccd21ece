say() { [[ $1 == first ]] && echo first || echo wrong; }
declare -gi output expected
