#!/usr/bin/env bash
# Prints what is linked into proctor as CycloneDX 1.5: Debian's libraries and npm's grammars, with their versions.
#
#   scripts/sbom.sh VERSION
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=${1:?sbom.sh VERSION}
debian=(libboost1.81-dev libcli11-dev libexpected-dev libfmt-dev libmd-dev libpugixml-dev libre2-dev libseccomp-dev
  libsqlite3-dev libtomlplusplus-dev libtree-sitter-dev libvalijson-dev libzstd-dev libc6-dev libstdc++-12-dev)
node - "$version" "$(dpkg-query -W -f '${Package} ${Version}\n' "${debian[@]}")" <<'SCRIPT'
const [version, debian] = process.argv.slice(2);
const { packages } = JSON.parse(require('node:fs').readFileSync('package-lock.json', 'utf8'));
const component = (type, name, its, purl, more) => ({ type, name, version: its, purl, ...more });
const components = debian.split('\n').map((line) => line.split(' '))
  .map(([name, its]) => component('library', name, its, `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(its)}`));
for (const [place, { version: its, license }] of Object.entries(packages)) {
  const name = place.replace('node_modules/', '');
  if (!/^tree-sitter-[a-z]+$/.test(name)) continue;
  components.push(component('library', name, its, `pkg:npm/${name}@${its}`, license && { licenses: [{ license: { id: license } }] }));
}
console.log(JSON.stringify({
  bomFormat: 'CycloneDX', specVersion: '1.5', version: 1,
  metadata: { component: component('application', 'proctor', version, `pkg:generic/proctor@${version}`) },
  components,
}, null, 2));
SCRIPT
