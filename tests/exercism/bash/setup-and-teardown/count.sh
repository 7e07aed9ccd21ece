lines=0
while read -r _; do (( ++lines )); done < "$1" || exit 1
echo "$lines"
