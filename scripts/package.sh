#!/usr/bin/env bash
# Makes packages of proctor below build/packages/: npm, deb and tar; without an argument all three.
#
#   scripts/package.sh [--arch x86_64|aarch64] [--build DIR] [npm|deb|tar]…
#
# --arch aarch64: needs Debian's cross compiler, and qemu, by which the built program prints its man pages. The main
# package of npm names each platform whose package lies in build/packages; so make x86_64 last.
# --build DIR: a build of the optimised program that is there already. Without it the script installs what building needs,
# and builds the preset `product`.
# SOURCE_DATE_EPOCH (the date of the commit): the time that every file in a package bears. Two runs over one commit give
# the same bytes. The names of the packages stand in packaging/names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
fail() { echo "package.sh: $*" >&2; exit 1; }

build=
arch=x86_64
kinds=()
while (( $# > 0 )); do
  case $1 in
    --arch) arch=${2:?--arch needs x86_64 or aarch64}; shift ;;
    --build) build=${2:?--build needs a directory}; shift ;;
    npm|deb|tar) kinds+=("$1") ;;
    *) fail "unknown argument $1 (known: --arch NAME, --build DIR, npm, deb, tar)" ;;
  esac
  shift
done
if (( ${#kinds[@]} == 0 )); then kinds=(npm deb tar); fi
[[ $(uname -m) == x86_64 ]] || fail "packages are made on x86-64 Linux only; this is $(uname -m)"
case $arch in
  x86_64) npm_arch=x64 deb_arch=amd64 preset=(--preset product) product=build/product ;;
  aarch64)
    npm_arch=arm64 deb_arch=arm64 product=build/product-aarch64
    preset=(--preset product -B "$product" --toolchain cmake/aarch64.cmake)
    cross=(g++-aarch64-linux-gnu qemu-user-static libboost1.81-dev:arm64 libfmt-dev:arm64 libmd-dev:arm64
      libpugixml-dev:arm64 libre2-dev:arm64 libseccomp-dev:arm64 libsqlite3-dev:arm64
      libtree-sitter-dev:arm64 libzstd-dev:arm64)
    dpkg-query -W "${cross[@]}" >/dev/null 2>&1 || fail "a package for aarch64 needs a cross compiler and libraries:
  dpkg --add-architecture arm64 && apt-get update && apt-get install ${cross[*]}"
    ;;
  *) fail "there are packages for x86_64 and aarch64 only, not for $arch" ;;
esac

# shellcheck source=packaging/names
source packaging/names
version=$(sed -n 's/^project(proctor VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022

if [[ -z $build ]]; then
  build=$product
  scripts/setup.sh
  scripts/box.sh
  cmake "${preset[@]}" --log-level=WARNING >/dev/null
  cmake --build "$build" --target proctor -- --quiet
fi
[[ -x $build/bin/proctor ]] || fail "$build/bin/proctor isn't there: build it first"

out=$root/build/packages
stage=$out/stage
mkdir -p "$out"
rm -rf "$stage"
DESTDIR='' cmake --install "$build" --prefix "$stage" --strip >/dev/null
find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

make_npm() {
  node packaging/npm/make.mjs "$stage" "$out" "$npm_name" "$version" "$homepage" "$npm_arch"
}

make_tar() {
  local file=$out/proctor-$version-linux-$npm_arch.tar.gz
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --transform "s,^\./,proctor-$version/," -C "$stage" -cf - ./bin ./share | gzip -9n > "$file"
  echo "$file"
}

make_deb() {
  local tree=$out/deb file=$out/${deb_name}_${version}_$deb_arch.deb size
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
  sed -e "s|@name@|$deb_name|; s|@version@|$version|; s|@maintainer@|$maintainer|; s|@homepage@|$homepage|; s|@size@|$size|; s|@arch@|$deb_arch|" \
    packaging/deb/control > "$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$tree/DEBIAN/md5sums"
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >/dev/null
  rm -rf "$tree"
  echo "$file"
}

for kind in "${kinds[@]}"; do "make_$kind"; done
