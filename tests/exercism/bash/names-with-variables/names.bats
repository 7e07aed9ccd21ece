#!/usr/bin/env bats

most=9
few() { echo 3; }

@test "up to $most" {
  run bash names.sh a
  [ "$output" = a ]
}

@test "at least $(few), at most ${most}" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash names.sh b
  [ "$output" = wrong ]
}

@test "for \$5 and 5$, \"$most\" times" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash names.sh c
  [ "$output" = c ]
}

@test "5% of 5$" {
  run bash names.sh d
  [ "$output" = d ]
}
