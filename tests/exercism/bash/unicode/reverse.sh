for (( i = ${#1} - 1; i >= 0; i-- )); do printf %s "${1:i:1}"; done
echo
