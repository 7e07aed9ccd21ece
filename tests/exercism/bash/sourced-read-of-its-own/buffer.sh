#!/usr/bin/env bash
items=()

write() {
  items+=("$1")
  echo "written: $1"
}

read() { echo "${items[0]}"; }
mapfile() { :; }
