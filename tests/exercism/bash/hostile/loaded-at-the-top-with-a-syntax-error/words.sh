say() {
  answer=$1
