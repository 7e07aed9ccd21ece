fail() { return 0; }
batslib_err() { :; }

say() { answer=wrong; }
