#!/usr/bin/env bash
set +e
shopt -s nocasematch
false
half() { result=$(( $1 / 2 )); }
