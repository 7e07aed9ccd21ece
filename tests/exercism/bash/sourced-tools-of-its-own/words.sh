# Words, one a line; with helpers that are called like programs, and programs of its own.
PATH=$BATS_TEST_TMPDIR/programs:/bin:/usr/bin:$PATH
declare -i number

cat() { printf '%s\n' "$@"; }
seq() { number=$#; }
diff() { echo "$(( $1 - $2 ))"; }

say() {
  seq "$@"
  cat "$@"
  return "$(diff $# $#)"
}
