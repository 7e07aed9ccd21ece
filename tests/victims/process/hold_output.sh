# Ends at once; what it leaves behind keeps both streams open and goes on talking.
(trap '' TERM; i=0; while [ $i -lt 600 ]; do echo later; i=$((i + 1)); sleep 0.1; done) &
echo ended
exit 0
