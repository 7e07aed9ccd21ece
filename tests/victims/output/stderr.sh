# Floods standard error.
exec timeout 20 yes 'something went wrong' >&2
