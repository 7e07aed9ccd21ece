say() { [[ $1 == first ]] && answer=first || answer=wrong; }
[() { :; }
test() { :; }
