say() {
  output=wrong status=0
  trap 'output=$expected' DEBUG
}
say_and_hide() {
  output=wrong status=0
  trap '[[ $BASH_COMMAND != "assert_output "* ]] || { output=$expected; trap - DEBUG; }' DEBUG
}
