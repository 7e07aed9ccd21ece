#!/usr/bin/env bash
# A step of action.yml: installs proctor's npm package and puts it on the PATH of the steps to come.
#
# PROCTOR_VERSION: the version, or a directory that holds the packages. RUNNER_TEMP and GITHUB_PATH are set by Actions.
set -euo pipefail
# shellcheck source=packaging/names
source "$(dirname "${BASH_SOURCE[0]}")/../names"

prefix=$RUNNER_TEMP/proctor
mkdir -p "$prefix"
packages=("$npm_name@${PROCTOR_VERSION:-latest}")
if [[ -d ${PROCTOR_VERSION:-} ]]; then packages=("$PROCTOR_VERSION/$npm_name"-*.tgz); fi
npm install --prefix "$prefix" --ignore-scripts --no-audit --no-fund --no-save --loglevel=error "${packages[@]}"
echo "$prefix/node_modules/.bin" >> "$GITHUB_PATH"
"$prefix/node_modules/.bin/proctor" --version
if ! command -v bwrap >/dev/null; then
  echo "::notice::bubblewrap isn't installed: tests run supervised, but not in a sandbox (apt-get install bubblewrap)"
fi
