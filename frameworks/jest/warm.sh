#!/bin/sh
# Fills the prepared directory: jest and what belongs to it, from the npm registry that npm is set to.
set -eu
folder=$(dirname "$0")
echo "npm installs jest and Babel, some 300 packages"
cp "$folder/package.json" "$folder/package-lock.json" "$PROCTOR_PREPARED/"
cd "$PROCTOR_PREPARED"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
chmod -R a+rX "$PROCTOR_PREPARED"
