#!/usr/bin/env bash
set -o noclobber -o nounset

pages() {
  echo $(( ($1 + $2 - 1) / $2 ))
}
