shopt -s nocasematch

is_word() { [[ $1 == word ]]; }

say() {
  is_word WORD || return 1
  echo "$1"
}
