#!/usr/bin/env bats

@test "reverses größe" {
  run bash reverse.sh "größe"
  [ "$output" = "eßörg" ]
}

@test "counts 日本語 and 😀" {
  run bash reverse.sh "日本語😀"
  [ "$output" = "😀語本日" ]
}

@test "émoji 👩‍🚀 fails" {
  run bash reverse.sh "👩"
  [ "$output" = "🚀" ] # nicht „gleich“
}
