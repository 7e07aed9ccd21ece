[[ $1 == one ]] || exit 3
echo eins
