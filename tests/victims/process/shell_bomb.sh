# The fork bomb that everybody knows; each process gives up when it may not fork any more.
echo forking
bomb() {
  sleep 0.01
  bomb | bomb &
}
bomb 2>/dev/null
sleep 8
