#!/usr/bin/env bash

if [[ $1 == second ]]; then
  deeper() { deeper "$1$1"; }
  deeper x
fi
echo "$1"
