say() {
  answer=wrong
  if [[ $1 == first ]]; then answer=first; elif [[ -o errexit ]]; then set +e; else set -e; fi
}
