#!/usr/bin/env bats

data() {
  printf '%s\n' "$@"
}

@test "name with \"quotes\" and \$5" {
  run bash echo.sh a
  [ "$output" = a ]
}

@test 'single quotes' {
  run bash echo.sh b
  [ "$output" = b ]
}

@test "one line" { run bash echo.sh c; [ "$output" = c ]; }

@test "a brace alone in a line" {
    run bash echo.sh "$(cat <<END
  {
}
END
)"
    helper() {
        [ "${#lines[@]}" -eq 2 ]
    }
    helper
}

@test "a loop, and a variable named skip" {
	for skip in one two; do
		run bash echo.sh "$skip"
		[ "$output" = "$skip" ]
	done
}
