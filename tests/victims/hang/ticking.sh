# Never done, but never silent: time can end it, a limit on silence can't.
i=0
while [ $i -lt 300 ]; do
  echo "tick $i"
  i=$((i + 1))
  sleep 0.2
done
