# shellcheck shell=bash
# Sourced: `put_shims DIRECTORY` puts compiler.sh there under the names of the C compilers; `use_shims` puts a directory of
# them, prepared or new, in front of PATH.
put_shims() {
  local compiler
  mkdir -p "$1"
  cp "$PROCTOR_FOLDER/compiler.sh" "$1/cc"
  chmod 755 "$1/cc"
  for compiler in /usr/{,local/}bin/{gcc,clang,{gcc,clang}-[0-9]*,*-gcc,*-gcc-[0-9]*}; do
    if [[ -e $compiler ]]; then ln -sf cc "$1/${compiler##*/}"; fi
  done
}

use_shims() {
  shims=${PROCTOR_PREPARED:-${PROCTOR_UNITY_PLACE:-$PROCTOR_PRIVATE}}/bin
  if [[ ! -e $shims ]]; then put_shims "$shims"; fi
  PATH=$shims:$PATH
  LC_ALL=C # plain quotation marks in the compiler's words
  export PATH LC_ALL
}
