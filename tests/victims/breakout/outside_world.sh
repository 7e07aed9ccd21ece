# What the host says of itself: its name, its processes, its disks, its other users.
echo "hostname: $(hostname 2>/dev/null)"
echo "processes: $(ls -d /proc/[0-9]* | wc -l)"
if [ "$(ls -d /proc/[0-9]* | wc -l)" -gt 12 ]; then
  echo 'REACHED the processes of the host'
  exit 1
fi
if mount 2>/dev/null | grep -E '^/dev/[a-z]+[0-9]* on / .*\brw\b'; then
  echo 'REACHED a writable root'
  exit 1
fi
for path in /home/* /root/* /root/.[a-z]* /mnt/* /media/* /srv/* /var/lib/* /var/log/*; do
  if [ -e "$path" ]; then
    echo "REACHED $path"
    exit 1
  fi
done
echo 'REFUSED the host ENOENT'
