#!/usr/bin/env bats

@test "a group comes first" {
  {
    echo 1
  } > expected.txt
  run bash depth.sh "(a)"
  [ "$output" = "$(cat expected.txt)" ]
}

@test "parentheses at the beginning of a string" {
  run bash depth.sh "((a) (b)) c"
  [ "$output" = 2 ]
}

@test "and behind an expansion" {
  inner="(d)"
  run bash depth.sh "$inner ((a) b) ${inner} ((c) e)$(printf '%s' x)((f) g)"
  [ "$output" = 2 ]
}

@test "arithmetic is what it was" {
  for ((i = 0; i < 2; i++)); do
    run bash depth.sh "$(( (1 + 2) * i ))"
    case $i in
      0) (( output == 0 )) ;;
      *) ((output == (0))) || return 1 ;;
    esac
  done
}
