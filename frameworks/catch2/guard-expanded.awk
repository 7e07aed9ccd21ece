# Reads a preprocessed test file with its macros (c++ -E -dD), behind words.awk, and fails if the solution's headers make
# something else of it: also where they hide it from guard.awk, and where a macro of the solution's own leaves a test
# or takes from it what is expected.
# Variables: root (the submission, ending in a slash), tests (the test files, one a line).

function blame_for(what) {
  print root path ":" line ": error: " what
  bad = 1
  exit 1
}

# Adds to the list how often the text has each of the words that end something early.
function count_leaving(text, list,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word ~ /^(return|goto|break|continue|co_return|asm|__asm|__asm__)$/) list[word]++
    text = substr(text, RSTART + RLENGTH)
  }
}

# Notes what a test file declares: `int expected{`, `auto const actual =`, `vector<int> expected(`, …
function note_variables(text,    name) {
  while (match(text, /[A-Za-z0-9_>*&][ \t]+[*&]*[A-Za-z_][A-Za-z0-9_]*[ \t]*[]=;({[]/)) {
    name = substr(text, RSTART, RLENGTH - 1)
    text = substr(text, RSTART + 1)
    sub(/[ \t]+$/, "", name)
    if (name ~ /^.[ \t]+[*&]*[A-Za-z_][A-Za-z0-9_]*$/) {
      sub(/^.[ \t]+[*&]*/, "", name)
      if (name !~ /^(const|auto|int|char|bool|double|float|long|short|unsigned|static|constexpr|[A-Z0-9_]+)$/) variables[name] = 1
    }
  }
}

# A macro in whose expansion variables of the tests stand.
function check_body(text,    name, parameters, word) {
  sub(/^#define /, "", text)
  name = text
  sub(/[^A-Za-z0-9_].*/, "", name)
  text = substr(text, length(name) + 1)
  parameters = ""
  if (text ~ /^\(/) {
    parameters = text
    sub(/\).*/, "", parameters)
    sub(/^[^)]*\)/, "", text)
    gsub(/[^A-Za-z0-9_]+/, " ", parameters)
    parameters = parameters " "
  }
  gsub(/"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/, " ", text)
  gsub(/(\.|->|::)[ \t]*[A-Za-z_][A-Za-z0-9_]*/, " ", text)
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word in variables && index(parameters, " " word " ") == 0 && text !~ /\{/) suspect[name] = word
    text = substr(text, RSTART + RLENGTH)
  }
}

BEGIN {
  note_used(root, tests)
  n = split(tests, list, "\n")
  for (i = 1; i <= n; i++) {
    is_test[list[i]] = 1
    commented = 0
    while ((getline text < (root list[i])) > 0) {
      sub(/\r$/, "", text)
      text = plain(text)
      # The tests' own macros may be used any number of times; and Catch's for generators have a return of their own.
      if (text ~ /^[ \t]*#[ \t]*define/) own_macros = 1
      if (text ~ /GENERATE|BENCHMARK|TEMPLATE/) own["return"] = 1
      count_leaving(text, leaving)
      # It makes a function, with one.
      if (text ~ /(^|[^A-Za-z0-9_])CATCH_REGISTER_ENUM[ \t]*\(/) leaving["return"]++
      note_variables(text)
      while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        words[substr(text, RSTART, RLENGTH)] = 1
        text = substr(text, RSTART + RLENGTH)
      }
    }
    close(root list[i])
  }
  commented = 0
}

# Where the following lines come from.
/^# [0-9]+ "/ {
  file = $0
  sub(/^# [0-9]+ "/, "", file)
  sub(/"[ 0-9]*$/, "", file)
  line = $2
  path = file
  if (index(path, root) == 1) path = substr(path, length(root) + 1)
  in_test = path in is_test
  solution = path !~ /^[<\/]/ && path !~ /^test\/(catch|catch_amalgamated)\.hpp$/ && path !~ /^catch(_amalgamated)?\.hpp$/ && !in_test
  next
}

solution && /^#(define|undef) / {
  name = $2
  sub(/\(.*/, "", name)
  if (belongs_to_tests(name, $1 == "#undef")) blame_for("the solution redefines '" name "', which the tests rely on")
  if (name in variables) blame_for("the solution redefines '" name "', which the tests rely on")
  if ($1 == "#define") check_body($0)
}

solution && /^#pragma[ \t]+(GCC[ \t]+system_header|weak|redefine_extname|push_macro|pop_macro)/ { blame_for("such a pragma can change what the tests check") }

# Comparisons of the standard library's own types, which a more special function would take the place of.
function check_std(text,    piece, opened) {
  if (text ~ /std[ \t]*::[ \t]*operator[ \t]*([=!]=|<([^<]|$)|>([^>]|$))/ || text ~ /template[ \t]*<[ \t]*>.*std[ \t]*::[ \t]*_*(equal|lexicographical|char_traits)/)
    blame_for("the solution changes how the standard library compares")
  while (match(text, /namespace[ \t]+(::[ \t]*)?std([^A-Za-z0-9_]|$)|[{};]|operator[ \t]*([=!]=|<=|>=|<[^<]|>[^>])|(^|[^A-Za-z0-9_])_*(equal|lexicographical|char_traits)[a-z0-9_]*/)) {
    piece = substr(text, RSTART, RLENGTH)
    opened = piece ~ /^namespace/ && piece ~ /\{$/
    # (`using namespace std;` ends there.)
    text = substr(text, RSTART + RLENGTH - (piece ~ /^namespace.*;$/))
    if (piece ~ /^namespace/ && !in_std) {
      # Its brace may come in another line.
      in_std = 1
      std_depth = depth
      std_open = 0
      if (opened) {
        depth++
        std_open = 1
      }
    } else if (piece == "{") {
      depth++
      std_open = 1
    } else if (piece == "}") {
      depth--
      if (in_std && depth <= std_depth) in_std = 0
    } else if (piece == ";") {
      if (in_std && !std_open) in_std = 0
    } else if (in_std && std_open && depth == std_depth + 1) {
      # (Deeper, they are in a class or in a function.)
      if (piece !~ /^operator/ || text ~ /^[^{;]*(std|string|vector|map|set|pair|optional|basic_|allocator|char|int|double|bool)/)
        blame_for("the solution changes how the standard library compares")
    }
  }
}

function look_at(text) {
  check_std(text)
  if (text ~ /(^|[^A-Za-z0-9_])(asm|__asm|__asm__)([^A-Za-z0-9_]|$)/)
    blame_for("the solution brings assembler code into the tests")
  if (text ~ /(^|[^A-Za-z0-9_])namespace[ \t]+(::[ \t]*)?Catch([^A-Za-z0-9_]|$)/ ||
      text ~ /template[ \t]*<[ \t]*>[^;{]*[^A-Za-z0-9_]Catch[ \t]*::/)
    blame_for("the solution redefines 'namespace Catch', which the tests rely on")
}

# What may be written in several lines is looked at as a whole. (Long tables needn't be.)
solution && !/^#/ {
  held = held plain($0) " "
  if (!(in_std || held ~ /namespace|operator|template|std/) || held ~ /[{};][ \t]*$/ || length(held) > 20000) {
    look_at(held)
    held = ""
  }
}

# It may also end in the test file.
in_test && held != "" {
  look_at(held)
  held = ""
}

in_test && !/^#/ && !own_macros {
  count_leaving(plain($0), seen)
  for (word in seen)
    if (seen[word] > leaving[word] && !(word in own))
      blame_for("a macro of the solution puts '" word "' into the tests")
}

{ line++ }

END {
  if (!bad && held != "") look_at(held)
  if (!bad)
    for (name in suspect)
      if (name in words) {
        print "error: the solution's macro '" name "' takes '" suspect[name] "' from the tests"
        exit 1
      }
  exit bad
}
