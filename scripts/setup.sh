#!/usr/bin/env bash
# Installs the Debian packages that are missing: those to build, and with --tests those to test as well.
#
#   scripts/setup.sh [--tests]
#
# When nothing is missing it only asks dpkg, so it costs nothing to call it every time. On a system without
# apt it says what is needed; PROCTOR_SKIP_SETUP=1 says that all of it is there.
set -euo pipefail

fail() { echo "setup.sh: $*" >&2; exit 1; }

wanted=(
  ca-certificates
  g++ cmake ninja-build ccache
  libboost1.81-dev   # headers only: Boost.JSON is compiled from them
  bubblewrap libseccomp-dev   # the sandbox; bubblewrap is needed to run, too
  libcli11-dev libexpected-dev libfmt-dev libmd-dev libpugixml-dev libre2-dev libsqlite3-dev libtomlplusplus-dev libtree-sitter-dev libzstd-dev
  libvalijson-dev
)
test_packages=(
  libgtest-dev libgmock-dev libbenchmark-dev
  clang clang-14 clang-tidy-14 clang-format-14 lld-14 libclang-rt-14-dev   # `clang` gives clang++ its plain name
  jq libxml2-utils procps python3 shellcheck time util-linux   # libxml2-utils: xmllint
  fp-compiler golang-go gnucobol3 default-jdk-headless maven cargo rustc   # which have to work in a sandbox as they do outside
  # The frameworks of frameworks/, and what their exercises need.
  bats bc elixir gawk gradle junit4 junit5 libassertj-core-java libmaven-compiler-plugin-java libmaven-resources-plugin-java libsurefire-java libtest2-suite-perl libxxx-perl lua-busted make perl phpunit python3-pytest python3-pytest-subtests ruby ruby-minitest ruby-rspec libboost-date-time1.81-dev libtbb-dev
  chromium   # the page of --report html is looked at in it
  tmux   # `test --watch` at a terminal
  zsh    # a shell of agents: the hook's quoting is tried with it
  # Packages of proctor are looked at, and installed in a bare Debian.
  binutils debootstrap groff-base lintian man-db
  qemu-user-static   # the program is tried where qemu stands in for the processor
  # Plugins of pytest, each of which a test compares with pytest itself.
  python3-pytest-asyncio python3-pytest-benchmark python3-pytest-cov python3-pytest-forked python3-pytest-mock
  python3-pytest-rerunfailures python3-pytest-timeout python3-pytest-xdist
)
# In Debian 12's backports: exercises are written for Catch2 3 and for newer Go than its own. Its own Go is tested, too.
backports=()

case ${1:-} in
  '') ;;
  --tests)
    wanted+=("${test_packages[@]}")
    if [[ $(dpkg-query -W -f '${Version}' catch2 2>/dev/null || true) != 3.* ]]; then backports+=(catch2); fi
    if [[ ! -x /usr/lib/go-1.23/bin/go ]]; then backports+=(golang-1.23-go); fi
    ;;
  *) fail "unknown argument $1 (only --tests is known)" ;;
esac
if [[ ${PROCTOR_SKIP_SETUP:-} == 1 ]]; then exit 0; fi

# forge's compilers run on node. A node of the machine's own that is new enough stays as it is.
node_is_new_enough() {
  command -v node >/dev/null &&
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)'
}
if ! node_is_new_enough; then wanted+=(nodejs); fi
# To build, scripts/npm.sh is enough.
if [[ ${1:-} == --tests ]] && ! command -v npm >/dev/null; then wanted+=(npm); fi

command -v dpkg-query >/dev/null || fail "this isn't a Debian system; install these yourself and set PROCTOR_SKIP_SETUP=1: ${wanted[*]}"

# dpkg-query fails for packages it has never heard of, and still lists the others.
declare -A installed=()
while read -r package status; do
  if [[ $status == installed ]]; then installed[$package]=1; fi
done < <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
  if [[ -z ${installed[$package]:-} ]]; then missing+=("$package"); fi
done
if (( ${#missing[@]} + ${#backports[@]} == 0 )); then exit 0; fi

as_root=()
if (( EUID != 0 )); then
  command -v sudo >/dev/null || fail "not root and no sudo; install these as root: ${missing[*]} ${backports[*]}"
  as_root=(sudo)
fi
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}
echo "setup: installing ${missing[*]} ${backports[*]}"
if (( ${#backports[@]} > 0 )) && ! grep -rqs bookworm-backports /etc/apt/sources.list /etc/apt/sources.list.d; then
  echo 'deb http://deb.debian.org/debian bookworm-backports main' |
    "${as_root[@]}" tee /etc/apt/sources.list.d/bookworm-backports.list >/dev/null
fi
apt update
if (( ${#missing[@]} > 0 )); then apt install -y --no-install-recommends "${missing[@]}" >/dev/null; fi
if (( ${#backports[@]} > 0 )); then
  apt install -y --no-install-recommends -t bookworm-backports "${backports[@]}" >/dev/null
fi

node_is_new_enough || fail "node 18 or newer is needed; found node $(node --version 2>/dev/null || echo none)"
echo "setup: done"
