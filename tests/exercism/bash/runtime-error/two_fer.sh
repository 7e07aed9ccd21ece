#!/usr/bin/env bash
set -u

echo "One for $1, one for me."
