# Fills /tmp, which is in memory and has a size of its own.
echo filling
if head -c 1073741824 /dev/zero >/tmp/filler 2>/tmp/error; then
  echo 'took all'
else
  echo full
fi
rm -f /tmp/filler
