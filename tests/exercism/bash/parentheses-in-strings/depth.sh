depth=0 deepest=0
for ((at = 0; at < ${#1}; at++)); do
  case ${1:at:1} in
    "(") (( ++depth > deepest )) && deepest=$depth ;;
    ")") depth=$((depth - 1)) ;;
  esac
done
echo "$deepest"
