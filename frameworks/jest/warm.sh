#!/bin/sh
# Fills the prepared directory: jest and what belongs to it, from the npm registry that npm is set to.
set -eu
folder=$(dirname "$0")
prepared=$PROCTOR_PREPARED
echo "npm installs jest and Babel, some 300 packages"
cp "$folder/package.json" "$folder/package-lock.json" "$prepared/"
cd "$prepared"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
chmod -R a+rX "$prepared"
