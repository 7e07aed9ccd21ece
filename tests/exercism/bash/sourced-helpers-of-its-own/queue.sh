queue=()

# Says it, and goes on.
fail() {
  echo "queue: $*"
}

assert() {
  (( $1 )) || { fail "$2"; return 1; }
}

queue_push() { queue+=("$1"); }

queue_pop() {
  assert "${#queue[@]}" "it's empty" || return 1
  popped=${queue[0]}
  queue=("${queue[@]:1}")
}
