# Whoever starts something may end it before it has begun.
for _ in {1..10}; do
  coproc cat
  kill "$COPROC_PID"
  wait "$COPROC_PID" 2>/dev/null || true
done

double() {
  sleep 9 &
  kill $!
  echo "$(($1 * 2))"
}
