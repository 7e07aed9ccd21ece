#!/bin/bash
# What tests in shell do: jobs, traps, pipes, FIFOs, here-documents, temporary files.
failed=0
check() {
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; else echo "not ok - $name"; failed=1; fi
}
jobs_are_waited_for() { (sleep 0.05; exit 3) & wait $!; [ $? -eq 3 ]; }
pipes_work() { [ "$(seq 1 1000 | sort -n | tail -n 1)" = 1000 ]; }
substitution_works() { diff <(seq 1 3) <(printf '1\n2\n3\n'); }
traps_work() { [ "$(bash -c 'trap "echo caught" TERM; kill -TERM $$; :')" = caught ]; }
fifos_work() { local d; d=$(mktemp -d) && mkfifo "$d/f" && { echo x >"$d/f" & } && [ "$(cat "$d/f")" = x ] && rm -r "$d"; }
devices_work() { head -c 8 /dev/urandom >/dev/null && echo x >/dev/null && [ "$(head -c 2 /dev/zero | wc -c)" = 2 ]; }
home_is_mine() { [ -w "$HOME" ] && [ -w /tmp ] && touch "$HOME/x" && rm "$HOME/x"; }
numbers_of_descriptors_work() { exec 9<<<'hello'; read -r -u 9 word; exec 9<&-; [ "$word" = hello ]; }
coprocesses_work() { coproc cat; echo x >&"${COPROC[1]}"; read -r -u "${COPROC[0]}" word; kill "$COPROC_PID"; [ "$word" = x ]; }
not_asked_to_fail() { [ -z "$HELLO_FAIL" ]; }
for name in jobs_are_waited_for pipes_work substitution_works traps_work fifos_work devices_work home_is_mine \
  numbers_of_descriptors_work coprocesses_work not_asked_to_fail; do
  check "$name" "$name"
done
exit $failed
