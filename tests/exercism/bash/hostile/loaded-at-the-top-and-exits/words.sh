say() { answer=$1; }
echo "Good bye"
exit 0
