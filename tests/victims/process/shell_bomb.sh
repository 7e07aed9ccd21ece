# The fork bomb that everybody knows, but for its end: after nine generations (1000 processes) it would stop.
echo forking
bomb() {
  sleep 0.05
  if [ "$1" -gt 0 ]; then
    bomb $(($1 - 1)) | bomb $(($1 - 1)) &
  fi
  sleep 8
}
bomb 9 2>/dev/null
