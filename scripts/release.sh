#!/usr/bin/env bash
# Makes a release below build/packages/VERSION/: all packages, SHA256SUMS, and sbom.cdx.json (CycloneDX 1.5).
#
#   scripts/release.sh VERSION
#
# VERSION is the version of CMakeLists.txt, and CHANGELOG.md has a section of it. The work tree has no changes. Two
# releases of one commit have the same bytes: the date of the commit stands for all times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { echo "release.sh: $*" >&2; exit 1; }

version=${1:?release.sh VERSION}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "$version isn't a version such as 1.2.3"
in_sources=$(sed -n 's/^project(proctor VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[[ $version == "$in_sources" ]] || fail "CMakeLists.txt says $in_sources: change it first"
grep -q "^## $version\$" CHANGELOG.md || fail "CHANGELOG.md has no section \"## $version\""
[[ -z $(git status --porcelain) ]] || fail "there are changes that aren't committed: git status shows them"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

scripts/setup.sh
scripts/box.sh
# A build of its own: nothing that lay about gets into it.
build=build/release-$version
rm -rf "$build"
cmake --preset product -B "$build" --log-level=WARNING >/dev/null
cmake --build "$build" --target proctor -- --quiet
scripts/package.sh --build "$build" npm deb tar

out=build/packages/$version
rm -rf "$out"
mkdir -p "$out"
mv build/packages/*"$version"*.{tgz,deb,tar.gz} "$out/"
scripts/sbom.sh "$version" > "$out/sbom.cdx.json"
(cd "$out" && sha256sum ./* > SHA256SUMS)
echo "release: $out"
cat "$out/SHA256SUMS"
