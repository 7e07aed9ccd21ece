# Opens a FIFO that nobody ever writes to.
mkfifo never
echo opening
timeout 60 cat never
