#!/usr/bin/env bash
set +e
false
half() { result=$(( $1 / 2 )); }
