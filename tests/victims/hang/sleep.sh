# Sleeps: the plainest hang, which uses no processor time.
echo waiting
sleep 60
