setup() {
  cd "$BATS_TEST_DIRNAME/.."
}

@test "greets by name" {
  run bash greet.sh Ada
  [ "$status" -eq 0 ]
  [ "$output" = "Hello, Ada!" ]
}

@test "without a name: usage" {
  run bash greet.sh
  echo "it said: $output"
  [ "$status" -eq 1 ]
}

@test "greets the world" {
  skip "not yet"
}
