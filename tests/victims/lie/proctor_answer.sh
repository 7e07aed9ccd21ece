# Prints an answer of proctor's own, with every good word in it, and ends with code 3.
echo '{"ok":true,"data":{"termination":"exited","exit_code":0,"timed_out":false,"verdict":"pass"}}'
exit 3
