#!/usr/bin/env bash
# npm with the arguments given: the machine's own. Where there is none, the one that package-lock.json pins as npm-9, which
# node fetches into build/npm: Debian's package of npm is 390 packages, more than all else that building needs.
set -euo pipefail
if command -v npm >/dev/null; then exec npm "$@"; fi
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
if [[ ! -f $root/build/npm/package/bin/npm-cli.js ]]; then
  mkdir -p "$root/build/npm"
  node - "$root" <<'SCRIPT' || { echo "npm.sh: npm can't be fetched; install it (apt-get install npm) and try again" >&2; exit 1; }
const [root] = process.argv.slice(2);
const { version, integrity } = require(`${root}/package-lock.json`).packages['node_modules/npm-9'];
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '');
(async () => {
  const answer = await fetch(`${registry}/npm/-/npm-${version}.tgz`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const [kind, hash] = integrity.split('-');
  if (require('crypto').createHash(kind).update(bytes).digest('base64') !== hash) throw new Error(`${answer.url} isn't what package-lock.json pins`);
  require('fs').writeFileSync(`${root}/build/npm/npm.tgz`, bytes);
})().catch((error) => { console.error(`npm.sh: ${error.message}: ${error.cause?.message ?? ''}`); process.exit(1); });
SCRIPT
  tar -xzf "$root/build/npm/npm.tgz" -C "$root/build/npm"
fi
exec node "$root/build/npm/package/bin/npm-cli.js" "$@"
