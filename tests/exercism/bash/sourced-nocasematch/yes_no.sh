#!/usr/bin/env bash
shopt -s nocasematch

answer() {
  if [[ $1 == yes ]]; then
    echo agreed
  else
    echo refused
  fi
}
