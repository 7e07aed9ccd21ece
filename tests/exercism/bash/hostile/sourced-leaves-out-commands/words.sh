say() { [[ $1 == first ]] && answer=first || answer=wrong; }
set +eET
trap - ERR
shopt -s extdebug
trap '[[ $BASH_COMMAND != assert* ]]' DEBUG
