say() { answer=$1; }
exit 0
