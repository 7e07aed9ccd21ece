stack=()

fail() {
  echo "stack: $*"
  exit 1
}

stack_push() { stack+=("$1"); }

stack_pop() {
  (( ${#stack[@]} )) || fail "it's empty"
  popped=${stack[-1]}
  unset 'stack[-1]'
}
