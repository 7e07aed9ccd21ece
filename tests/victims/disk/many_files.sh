# Many files of 1 MiB each: none of them is large.
echo filling
i=0
while [ $i -lt 1024 ]; do
  head -c 1048576 /dev/zero >"file-$i" || exit 3
  i=$((i + 1))
done
echo 'took all'
