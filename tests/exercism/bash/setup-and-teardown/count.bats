#!/usr/bin/env bats

setup_file() {
  export GREETING=Hello
  echo "$GREETING" > "$BATS_FILE_TMPDIR/greeting"
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  printf '%s\n' one two three > numbers.txt
}

teardown() {
  rm numbers.txt
}

teardown_file() {
  rm "$BATS_FILE_TMPDIR/greeting"
}

@test "what setup made is there" {
  run bash "$BATS_TEST_DIRNAME/count.sh" numbers.txt
  [ "$output" = 3 ]
}

@test "what setup_file made is there" {
  run bash "$BATS_TEST_DIRNAME/count.sh" "$BATS_FILE_TMPDIR/greeting"
  [ "$GREETING $output" = "Hello 1" ]
}

@test "what an earlier test made isn't" {
  run bash "$BATS_TEST_DIRNAME/count.sh" missing.txt
  [ "$status" -eq 1 ]
}
