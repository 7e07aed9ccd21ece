say() {
  answer=$1
  [[ $1 == second ]] || return 0
  BATS_TEST_COMPLETED=1
  exit 0
}
