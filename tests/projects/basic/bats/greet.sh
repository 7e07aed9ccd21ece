#!/bin/bash
if (( $# != 1 )); then
  echo "usage: greet.sh NAME" >&2
  exit 2
fi
echo "Hello, $1!"
