#!/bin/sh
# Installs the Debian packages that these lists name: one a line, "#" begins a comment. "name/release" takes it
# from another release (bookworm-backports), which is added as a source then.
#
#   install-packages.sh LIST...
set -eu
[ $# -gt 0 ] || { echo "usage: install-packages.sh LIST..." >&2; exit 2; }
packages=$(sed -e 's/#.*//' -- "$@" | tr -s '[:space:]' ' ')
for release in $(echo "$packages" | tr ' ' '\n' | sed -n 's|.*/||p' | sort -u); do
  echo "deb http://deb.debian.org/debian $release main" > "/etc/apt/sources.list.d/$release.list"
done
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
# shellcheck disable=SC2086
apt-get -qq install -y --no-install-recommends $packages
rm -rf /var/lib/apt/lists/*
