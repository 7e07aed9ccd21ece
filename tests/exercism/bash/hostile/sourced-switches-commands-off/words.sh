# What they name from now on is a program.
enable -n [ builtin enable unset
for command in [ builtin enable unset; do hash -p /bin/true "$command"; done
say() { :; }
