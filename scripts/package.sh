#!/usr/bin/env bash
# Makes packages of proctor below build/packages/: npm, deb and tar; without an argument all three.
#
#   scripts/package.sh [--build DIR] [npm|deb|tar]…
#
# --build DIR: a build of the optimised program that is there already. Without it the script installs what building needs,
# and builds the preset `product`.
# SOURCE_DATE_EPOCH (the date of the commit): the time that every file in a package bears. Two runs over one commit give
# the same bytes. The names of the packages stand in packaging/names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
fail() { echo "package.sh: $*" >&2; exit 1; }

build=
kinds=()
while (( $# > 0 )); do
  case $1 in
    --build) build=${2:?--build needs a directory}; shift ;;
    npm|deb|tar) kinds+=("$1") ;;
    *) fail "unknown argument $1 (known: --build DIR, npm, deb, tar)" ;;
  esac
  shift
done
if (( ${#kinds[@]} == 0 )); then kinds=(npm deb tar); fi
[[ $(uname -m) == x86_64 ]] || fail "packages are made on and for x86-64 Linux only so far; this is $(uname -m)"

# shellcheck source=packaging/names
source packaging/names
version=$(sed -n 's/^project(proctor VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022

if [[ -z $build ]]; then
  build=build/product
  scripts/setup.sh
  scripts/box.sh
  cmake --preset product --log-level=WARNING >/dev/null
  cmake --build --preset product --target proctor -- --quiet
fi
[[ -x $build/bin/proctor ]] || fail "$build/bin/proctor isn't there: build it first"

out=$root/build/packages
stage=$out/stage
mkdir -p "$out"
rm -rf "$stage"
DESTDIR='' cmake --install "$build" --prefix "$stage" --strip >/dev/null
find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

make_npm() {
  node packaging/npm/make.mjs "$stage" "$out" "$npm_name" "$version" "$homepage"
}

make_tar() {
  local file=$out/proctor-$version-linux-x64.tar.gz
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --transform "s,^\./,proctor-$version/," -C "$stage" -cf - ./bin ./share | gzip -9n > "$file"
  echo "$file"
}

make_deb() {
  local tree=$out/deb file=$out/${deb_name}_${version}_amd64.deb size
  rm -rf "$tree"
  mkdir -p "$tree/usr" "$tree/DEBIAN"
  cp -a "$stage/." "$tree/usr/"
  # Debian keeps licences in one place, compresses pages and wants a changelog and a copyright of its own form.
  rm "$tree/usr/share/doc/proctor/LICENSE"
  find "$tree/usr/share/man" -type f -exec gzip -9n {} +
  gzip -9nc CHANGELOG.md > "$tree/usr/share/doc/proctor/changelog.gz"
  rm "$tree/usr/share/doc/proctor/CHANGELOG.md"
  sed "s|@homepage@|$homepage|" packaging/deb/copyright > "$tree/usr/share/doc/proctor/copyright"
  mkdir -p "$tree/usr/share/lintian/overrides"
  cp packaging/deb/lintian-overrides "$tree/usr/share/lintian/overrides/$deb_name"
  size=$(du -sk --apparent-size "$tree/usr" | cut -f1)
  sed -e "s|@name@|$deb_name|; s|@version@|$version|; s|@maintainer@|$maintainer|; s|@homepage@|$homepage|; s|@size@|$size|" \
    packaging/deb/control > "$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$tree/DEBIAN/md5sums"
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >/dev/null
  rm -rf "$tree"
  echo "$file"
}

for kind in "${kinds[@]}"; do "make_$kind"; done
