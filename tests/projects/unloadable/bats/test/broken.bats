load nowhere/helper

@test "never seen" {
  true
}
