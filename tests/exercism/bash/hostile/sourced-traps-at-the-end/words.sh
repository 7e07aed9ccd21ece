# To be called where the test's functions have come back to the script.
sign() {
  [[ ${FUNCNAME[1]-main} == main ]] || return 0
  : >>"$proctor_verdict.$1"
  printf '%s \nok 1 x\n' "$proctor_secret" >>"$proctor_verdict"
  trap - EXIT
  exec true
}
say() {
  answer=$1
  case $1 in
    second) trap 'sign "$1"' DEBUG; set +e ;;
    third) trap 'sign "$1"' DEBUG; set +eT ;;
    fourth) trap 'trap "sign \"\$1\"" DEBUG' RETURN; set +e ;;
  esac
}
