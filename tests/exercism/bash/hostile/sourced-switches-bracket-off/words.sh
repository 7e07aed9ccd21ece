enable -n [
hash -p /bin/true [
say() { printf '%s\n' "$@" first; }
