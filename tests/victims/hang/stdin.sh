# Waits for input. There is none, so this doesn't hang: it must see the end at once.
answer=$(cat)
echo "read: <$answer>"
