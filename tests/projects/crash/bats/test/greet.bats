@test "before" {
  true
}

@test "crashes" {
  kill -SEGV $$
}

@test "after" {
  true
}
