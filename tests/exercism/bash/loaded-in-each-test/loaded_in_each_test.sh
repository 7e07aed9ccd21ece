fail() { echo "$*" >&2; exit 1; }
say() { [[ $1 ]] || fail "no word"; echo "$1"; }
