#!/usr/bin/env bash
run() { "$@"; }
assert_output() { :; }
batslib_err() { :; }

pair() { run echo "$1 and $2"; }
