echo Hello $1
