#!/usr/bin/env bash
limit=3

add() {
  (( ${#items[@]} < limit )) || return 1
  items+=("$1")
}
