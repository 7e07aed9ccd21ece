# Each in another way: by an alias, in the table of programs, on PATH.
shopt -s expand_aliases
alias cat=true
hash -p /bin/true diff
mkdir "$BATS_TEST_TMPDIR/programs"
ln -s /bin/true "$BATS_TEST_TMPDIR/programs/seq"
PATH=$BATS_TEST_TMPDIR/programs:$PATH
hash -p /bin/true diff
say() { :; }
