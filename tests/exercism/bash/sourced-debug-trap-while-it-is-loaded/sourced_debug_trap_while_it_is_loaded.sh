#!/usr/bin/env bash
trap 'echo "at line $LINENO"' DEBUG
half() { result=$(( $1 / 2 )); }
trap - DEBUG
