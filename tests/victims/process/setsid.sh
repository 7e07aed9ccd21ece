# Leaves a program in a session of its own, started by a shell that is gone already, and ends well.
(setsid sh -c 'trap "" TERM HUP INT; sleep 60' </dev/null >/dev/null 2>&1 &)
echo done
