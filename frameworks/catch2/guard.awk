# Reads the files of a solution and fails if they redefine what the tests rely on: then what is checked wouldn't be what
# stands in the test file. Only the words are looked at, so it costs nothing; whoever wants to hide can.
# Variable: alone (1: source files are compiled by themselves, so that their macros are their own affair).

function belongs_to_tests(name) {
  return name ~ /^(INTERNAL_)?CATCH_/ ||
    name ~ /^(EXERCISM_(TEST_SUITE|RUN_ALL_TESTS|COMMON_CATCH|INCLUDE_BENCHMARK)|(UNSCOPED_)?INFO|WARN|CAPTURE|SUCCEED|FAIL(_CHECK)?|SKIP)$/ ||
    name ~ /^((STATIC_)?(REQUIRE|CHECK)(_FALSE)?|(REQUIRE|CHECK)_(NOTHROW|THAT|THROWS(_AS|_WITH|_MATCHES)?)|CHECK_NOFAIL|CHECKED_(IF|ELSE))$/ ||
    name ~ /^(TEMPLATE_(PRODUCT_|LIST_)?)?TEST_CASE(_METHOD|_PERSISTENT_FIXTURE)?(_SIG)?$/ ||
    name ~ /^(GENERATE(_COPY|_REF|_VAR)?|(DYNAMIC_)?SECTION|SCENARIO(_METHOD)?|(AND_)?(GIVEN|WHEN|THEN)|BENCHMARK(_ADVANCED)?|METHOD_AS_TEST_CASE|REGISTER_TEST_CASE|ANON_TEST_CASE)$/ ||
    name ~ /^(Catch|catchAssertionHandler|AssertionHandler|AssertionInfo|Decomposer|ExprLhs|handleExpr|handleMessage|handleThrow[A-Za-z]*|handleNonExpr|handleUnexpected[A-Za-z]*|handleException[A-Za-z]*|allowThrows|complete|setCompleted|AutoReg|makeTestInvoker|NameAndTags|SourceLineInfo|ResultDisposition|autoRegistrar[0-9]*)$/ ||
    name ~ /^(if|else|for|while|do|return|switch|case|goto|break|continue|sizeof|static_cast|const|static|void|bool|true|false|int|auto|namespace|struct|class|try|catch|throw|operator|defined|__FILE__|__LINE__|__VA_ARGS__)$/
}

function blame(name) {
  print FILENAME ":" first ": error: the solution redefines '" name "', which the tests rely on"
  bad = 1
  exit 1
}

# Without comments and strings; what a comment began is kept in commented.
function plain(text,    out, at) {
  out = ""
  while (text != "") {
    if (commented) {
      at = index(text, "*/")
      if (at == 0) return out
      text = substr(text, at + 2)
      commented = 0
    } else if (match(text, /\/\/|\/\*|"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) {
      out = out substr(text, 1, RSTART - 1) " "
      at = substr(text, RSTART, 2)
      if (at == "//") return out
      commented = at == "/*"
      text = substr(text, RSTART + (commented ? 2 : RLENGTH))
    } else {
      out = out text
      text = ""
    }
  }
  return out
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
    name = substr(text, RLENGTH + 1)
    sub(/[^A-Za-z0-9_].*/, "", name)
    if (belongs_to_tests(name) && !(alone && FILENAME ~ /\.(c|cc|cpp|cxx)$/)) blame(name)
  } else if (text ~ /(^|[^A-Za-z0-9_])namespace[ \t]+(::[ \t]*)?Catch([^A-Za-z0-9_]|$)/) {
    blame("namespace Catch")
  }
}

END { exit bad }
