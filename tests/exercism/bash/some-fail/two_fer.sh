#!/usr/bin/env bash

printf 'One for %s, one for me.\n' ${1:-you}
