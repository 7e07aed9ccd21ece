#!/usr/bin/env bash
printf() { builtin printf "$@"; }
test() { echo "my test"; }
fail() { echo "mine" >&2; return 3; }
run() { :; }
times() { :; }
die() { echo "$@" >&2; exit 1; }
trap 'echo bye' EXIT
shopt -s extglob nullglob
set -u
IFS=$'\n'
say() { local IFS=' '; answer=$1; fail || true; test; }
