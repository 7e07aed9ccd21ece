#!/usr/bin/env bash
double() {
  set -x
  local -n twice=$1
  twice=$(( $1 * 2 ))
  set +x
}

treble() {
  PS4='+ ${BASH_SOURCE}:${LINENO}: '
  set -x
  three=$(( $1 * 3 ))
}
