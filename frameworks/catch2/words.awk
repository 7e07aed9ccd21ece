# Shared by guard.awk and guard-expanded.awk: which names are the tests', and text without comments.

# Notes every name in the test files (their names in `files`, one a line, below the directory `root`): as the text is,
# so that nothing can be hidden behind what looks like a string or a comment.
function note_used(root, files,    list, n, i, text) {
  n = split(files, list, "\n")
  for (i = 1; i <= n; i++) {
    while ((getline text < (root list[i])) > 0)
      while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        used[substr(text, RSTART, RLENGTH)] = 1
        text = substr(text, RSTART + RLENGTH)
      }
    close(root list[i])
  }
}

# Whether a solution that defines this macro (or undefines it, if `undefined`) changes what the tests check. An assertion
# that no test uses is anybody's name (INFO, FAIL, CHECK, …), unless Catch has written others with it.
function belongs_to_tests(name, undefined) {
  # Students have all tests run on their own computer by such a line in their header, and it's so here anyway.
  if (name ~ /^EXERCISM_(TEST_SUITE|RUN_ALL_TESTS)$/) return undefined
  return name ~ /^((INTERNAL_)?CATCH_.*|EXERCISM_(COMMON_CATCH|INCLUDE_BENCHMARK))$/ || of_language_or_catch(name) ||
    ((assertion(name) || of_types(name)) && name in used)
}

function assertion(name) {
  return name ~ /^((UNSCOPED_)?INFO|WARN|CAPTURE|FAIL(_CHECK)?|SKIP)$/ ||
    name ~ /^((STATIC_)?(REQUIRE|CHECK)(_FALSE)?|(REQUIRE|CHECK)_(NOTHROW|THAT|THROWS(_AS|_WITH|_MATCHES)?)|CHECK_NOFAIL|CHECKED_(IF|ELSE))$/ ||
    name ~ /^(GENERATE(_COPY|_REF|_VAR)?|(DYNAMIC_)?SECTION|SCENARIO(_METHOD)?|(AND_)?(GIVEN|WHEN|THEN)|BENCHMARK(_ADVANCED)?|METHOD_AS_TEST_CASE|REGISTER_TEST_CASE|ANON_TEST_CASE)$/
}

function of_language_or_catch(name) {
  return name ~ /^(SUCCEED|(TEMPLATE_(PRODUCT_|LIST_)?)?TEST_CASE(_METHOD|_PERSISTENT_FIXTURE)?(_SIG)?)$/ ||
    name ~ /^(Catch|catchAssertionHandler|AssertionHandler|AssertionInfo|Decomposer|ExprLhs|handleExpr|handleMessage|handleThrow[A-Za-z]*|handleNonExpr|handleUnexpected[A-Za-z]*|handleException[A-Za-z]*|allowThrows|complete|setCompleted|AutoReg|makeTestInvoker|NameAndTags|SourceLineInfo|ResultDisposition|autoRegistrar[0-9]*)$/ ||
    name ~ /^(if|else|for|while|do|return|switch|case|goto|break|continue|sizeof|static_cast|const|static|void|bool|true|false|int|auto|namespace|struct|class|try|catch|throw|operator|defined|__FILE__|__LINE__|__VA_ARGS__)$/
}

function of_types(name) {
  return name ~ /^(char|wchar_t|char(8|16|32)_t|short|long|signed|unsigned|float|double|enum|union|typename|template|typedef|using|constexpr|constinit|decltype|nullptr|new|delete|this|typeid|(dynamic|const|reinterpret)_cast)$/
}

# Whether it's Catch2's namespace that is used, and not a class of that name in another.
function uses_catch(text) {
  return text ~ /(^|[^A-Za-z0-9_:][ \t]*)(::[ \t]*)?Catch[ \t]*::/ ||
    text ~ /(^|[^A-Za-z0-9_])namespace[^{;:]*[^A-Za-z0-9_](::[ \t]*)?Catch[ \t]*(;|$)/
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
