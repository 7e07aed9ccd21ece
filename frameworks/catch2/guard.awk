# Reads the files of a solution and fails if they redefine what the tests rely on: then what is checked wouldn't be what
# stands in the test file. Only the words are looked at, so it costs nothing; for whoever hides, there is
# guard-expanded.awk.
# Variables: alone (1: source files are compiled by themselves, so that their macros are their own affair), root (the
# submission, ending in a slash), tests (the test files, one a line).

BEGIN { note_used(root, tests) }

function blame(name) {
  print FILENAME ":" first ": error: the solution redefines '" name "', which the tests rely on"
  bad = 1
  exit 1
}

FNR == 1 {
  commented = 0
  joined = ""
}

{
  sub(/\r$/, "")
  if (joined == "") first = FNR
  joined = joined $0
  if (sub(/\\[ \t]*$/, "", joined)) next
  text = plain(joined)
  joined = ""
  if (match(text, /^[ \t]*(#|%:|\?\?=)[ \t]*(define|undef)[ \t]+/)) {
    undefined = text ~ /^[^a-z]*undef/
    name = substr(text, RLENGTH + 1)
    sub(/[^A-Za-z0-9_].*/, "", name)
    if (belongs_to_tests(name, undefined) && !(alone && FILENAME ~ /\.(c|cc|cpp|cxx)$/)) blame(name)
  } else if (text ~ /^[ \t]*(#|%:|\?\?=)[ \t]*pragma[ \t]+(GCC[ \t]+system_header|weak|redefine_extname|push_macro|pop_macro)/) {
    if (!(alone && FILENAME ~ /\.(c|cc|cpp|cxx)$/)) {
      print FILENAME ":" first ": error: such a pragma can change what the tests check"
      bad = 1
      exit 1
    }
  } else if (text ~ /(^|[^A-Za-z0-9_])namespace[ \t]+(::[ \t]*)?Catch([^A-Za-z0-9_]|$)/) {
    blame("namespace Catch")
  } else if (uses_catch(text) && !(alone && FILENAME ~ /\.(c|cc|cpp|cxx)$/)) {
    print FILENAME ":" first ": error: a header of the solution uses Catch2, which only tests may"
    bad = 1
    exit 1
  } else if (text ~ /(^|[^A-Za-z0-9_])_Z[A-Z]+[0-9]/) {
    print FILENAME ":" first ": error: the solution uses names that only the compiler makes (_Z…)"
    bad = 1
    exit 1
  }
}

END { exit bad }
