#!/usr/bin/env bats

@test "the first" {
  # [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash path.sh a/b
  [[ $output = *"a b"* ]]
  [ "$output" \< "b" ]
}

@test "a slash in quotes" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  path="a/b"
  run bash path.sh "$path"
  [ "$output" = "${path//'/'/ }" ]
}

@test "another process" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  coproc { bash path.sh a/b; read -r; }
  read -r line <&"${COPROC[0]}"
  [ "$line" = "a b" ]
}

@test "another process with a name" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  coproc split { while read -r path; do bash path.sh "$path"; done; }
  echo a/b >&"${split[1]}"
  read -r line <&"${split[0]}"
  [ "$line" = "a b" ]
}

@test "another process that is a loop" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  true && coproc while (true); do bash path.sh a/b; sleep 1; done
  read -r line <&"${COPROC[0]}"
  [ "$line" = "a b" ]
  echo no coproc { of } its own
}

 @test "the last" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash path.sh c
  [ "$output" = c ]
}
