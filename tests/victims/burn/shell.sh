# An endless loop that forgot to wait, at the lowest priority there is.
echo looping
renice -n 19 $$ >/dev/null
i=0
while [ $i -lt 1000000000 ]; do i=$((i + 1)); done
