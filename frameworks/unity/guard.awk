# Reads a preprocessed test file with its macros (cc -E -dD) and fails if the solution's headers redefine something
# that the tests rely on: then what they check wouldn't be what stands in the test file.
# Variables: root (the submission, ending in a slash), tests (the test files, one a line).

# A name that begins like theirs (`test_bit`, `TEST_FAILED`) is anybody's unless they use it.
function belongs_to_tests(name) {
  return name ~ /^(UNITY_|Unity[A-Z]|RUN_TEST|TEST_ASSERT)/ ||
    name ~ /^TEST_((FAIL|PASS|IGNORE)(_MESSAGE)?|PROTECT|ABORT|MESSAGE|PRINTF|LINE_NUM|IS_IGNORED)$/ ||
    name in used ||
    name ~ /^(_*setjmp|_*longjmp|setUp|tearDown|main|if|else|for|while|do|return|switch|case|goto|break|continue|sizeof)$/
}

function blame(name) {
  print file ":" line ": error: the solution redefines '" name "', which the tests rely on"
  bad = 1
  exit 1
}

BEGIN {
  n = split(tests, list, "\n")
  for (i = 1; i <= n; i++) {
    is_test[list[i]] = 1
    while ((getline text < (root list[i])) > 0) {
      while (match(text, /[Tt][Ee][Ss][Tt]_[A-Za-z0-9_]+/)) {
        used[substr(text, RSTART, RLENGTH)] = 1
        text = substr(text, RSTART + RLENGTH)
      }
    }
    close(root list[i])
  }
}

# Where the following lines come from, with flags: 1 a file begins, 2 it's continued, 3 it belongs to the system.
/^# [0-9]+ "/ {
  before = file
  flags = file = $0
  sub(/^# [0-9]+ "/, "", file)
  sub(/"[ 0-9]*$/, "", file)
  sub(/.*"/, "", flags)
  if (flags ~ /1/ && file !~ /stdc-predef/) included = 1
  if (included && file != before && flags !~ /[12]/) {
    print before ":" line ": error: the solution says that it were another file, with #line"
    bad = 1
    exit 1
  }
  line = $2
  plain = file
  if (index(plain, root) == 1) plain = substr(plain, length(root) + 1)
  sub(/^(\.\/)+/, "", plain)
  solution = plain !~ /^(<|(test-framework|test\/vendor|vendor)\/)/ && !(plain in is_test) && flags !~ /3/
  next
}

solution && /^#(define|undef) / {
  name = $2
  sub(/\(.*/, "", name)
  if (belongs_to_tests(name)) blame(name)
}

# A function of Unity's, declared or defined anew.
solution && !/^#/ {
  text = $0
  gsub(/"([^"\\]|\\.)*"/, "", text)
  if (match(text, /(^|[^A-Za-z0-9_])Unity[A-Z][A-Za-z0-9_]*[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    gsub(/[^A-Za-z0-9_]/, "", name)
    blame(name)
  }
}

{ line++ }

END { exit bad }
