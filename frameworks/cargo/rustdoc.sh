#!/bin/sh
# The documentation's tests run in rustdoc itself. It takes what it is given apart at blanks, so of a test's name
# ("src/lib.rs - add (line 1)") it can be told the file alone: all tests of that file run.
before='' skip='' documented='' others=''
for word; do
  shift
  if [ "$before" = --test-args ]; then
    before=''
    case $skip$word in
      --exact) continue ;;
      --skip) skip=skip && continue ;;
      skip*) skip='' && continue ;;
      -*) ;;
      *' - '*) word=${word%% - *} documented=1 ;;
      *) others=1 && continue ;;
    esac
    set -- "$@" --test-args "$word"
  elif [ "$word" = --test-args ]; then
    before=$word
  else
    set -- "$@" "$word"
  fi
done
if [ "$others" ] && [ ! "$documented" ]; then set -- "$@" --test-args --exact --test-args //; fi
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
