#!/bin/sh
# Fills the prepared directory: jest and what belongs to it (from the npm registry that npm is set to), and the packs
# with which it starts fast.
set -eu
folder=$(dirname "$0")
prepared=$PROCTOR_PREPARED
cp "$folder/package.json" "$folder/package-lock.json" "$prepared/"
(cd "$prepared" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
# What the samples print is of no interest.
for step in record compile; do
  # shellcheck disable=SC2086
  node $(cat "$folder/node_flags") "$folder/warm.js" "$step" "$prepared" "${PROCTOR_PRIVATE:-/tmp}" >/dev/null
done
chmod -R a+rX "$prepared"
