#!/usr/bin/env bash
readonly IFS=,

band() {
  local -a bands
  bands=($2)
  echo "${bands[$1 - 1]}"
}
