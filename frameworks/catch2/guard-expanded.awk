# Reads a preprocessed test file with its macros (c++ -E -dD), behind words.awk, and fails if the solution's headers make
# something else of it: also where they hide it from guard.awk, and where a macro of the solution's own leaves a test
# or takes from it what is expected.
# Variables: root (the submission, ending in a slash), tests (the test files, one a line), catch_file (the header that is
# Catch2, if it's the submission's).

function blame_for(what) {
  print root path ":" line ": error: " what
  bad = 1
  exit 1
}

# Adds to the list how often the text has each of the words that end something early.
function count_leaving(text, list,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word ~ /^(return|goto|break|continue|co_return|asm|__asm|__asm__|__builtin_(unreachable|return|longjmp))$/) list[word]++
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
  # Types of the standard library that are compared as values, and what it compares them by.
  values = "pair|tuple|optional|variant|any|expected|complex|vector|array|deque|list|forward_list|span|bitset|valarray|stack|queue|priority_queue|(unordered_)?(multi)?(map|set)|basic_string(_view)?|unique_ptr|shared_ptr|duration|time_point|reference_wrapper"
  comparing = "_*(equal|lexicographical|char_traits)[a-z0-9_]*"
  # Where a class's name stands that is declared.
  head = "(struct|class)([ \t]+(\\[\\[[^]]*\\]\\]|alignas[ \t]*\\([^)]*\\)|__attribute__[ \t]*\\(\\([^)]*\\)\\)))*[ \t]+"
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
  gsub(/\/(\.\/)+/, "/", path)
  if (index(path, root) == 1) path = substr(path, length(root) + 1)
  in_test = path in is_test
  solution = path !~ /^[<\/]/ && root path != catch_file && !in_test
  next
}

solution && /^#(define|undef) / {
  name = $2
  sub(/\(.*/, "", name)
  if (belongs_to_tests(name, $1 == "#undef")) blame_for("the solution redefines '" name "', which the tests rely on")
  if (name in variables) blame_for("the solution redefines '" name "', which the tests rely on")
  if ($1 == "#define") check_body($0)
}

solution && /^#pragma[ \t]+(GCC[ \t]+(system_header|optimize|target|push_options|pop_options|reset_options)|weak|redefine_extname|push_macro|pop_macro)/ { blame_for("such a pragma can change what the tests check") }

# Whether a declaration up to its body has a type that the solution has defined: the standard library may be told more
# about these. (Another name for a type isn't one, nor is what the library itself has a type of that name.)
function of_own_type(text,    word, before) {
  sub(/[{;].*/, "", text)
  before = ""
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    before = before substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    # (Behind a type it's the name of a parameter.)
    if (word in own_types && before ~ /(^|[(,<:])[ \t]*((struct|class|enum|const)[ \t]+)?$/) return 1
    before = before word
  }
  return 0
}

function note_types(text,    word) {
  gsub(/template[ \t]*<[^>]*>/, " ", text)
  while (match(text, /(^|[^A-Za-z0-9_])(struct|class|enum|union)([ \t]+(struct|class))?[ \t]+[A-Za-z_][A-Za-z0-9_]*|\}[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*;/)) {
    word = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/[ \t;]+$/, "", word)
    sub(/.*[^A-Za-z0-9_]/, "", word)
    if (word !~ ("^(std|" values "|string|allocator|char_traits|initializer_list)$")) own_types[word] = 1
  }
}

# What the standard library compares by, specialised: text is the declaration from the name on.
function check_special(name, text) {
  sub(/[ \t]*<$/, "", name)
  sub(/.*[^A-Za-z0-9_]/, "", name)
  if (name ~ ("^(" values ")$") || (name ~ ("^(" comparing ")$") && !of_own_type(text)))
    blame_for("the solution changes how the standard library compares")
}

# Comparisons of the standard library's own types, which a more special function or class would take the place of.
function check_std(text,    piece, opened, rest) {
  note_types(text)
  rest = text
  while (match(rest, /template[ \t]*<[ \t]*>[^{;(<]*[^A-Za-z0-9_]std[ \t]*::[ \t]*(operator[ \t]*([=!]=|<([^<]|$)|>([^>]|$))|_*(equal|lexicographical|char_traits))/)) {
    rest = substr(rest, RSTART + RLENGTH)
    if (!of_own_type(rest)) blame_for("the solution changes how the standard library compares")
  }
  rest = text
  while (match(rest, "(^|[^A-Za-z0-9_])" head "(::[ \t]*)?std[ \t]*::[ \t]*([A-Za-z0-9_]+[ \t]*::[ \t]*)*[A-Za-z0-9_]+[ \t]*<")) {
    piece = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    check_special(piece, rest)
  }
  while (match(text, "namespace[ \t]+(::[ \t]*)?std([^A-Za-z0-9_]|$)|namespace([ \t]+[A-Za-z0-9_:]+)?[ \t]*[{]|[{};]|operator[ \t]*([=!]=|<=|>=|<[^<]|>[^>])|(^|[^A-Za-z0-9_])" head "[A-Za-z0-9_]+[ \t]*<|(^|[^A-Za-z0-9_])_*(equal|lexicographical|char_traits)[a-z0-9_]*")) {
    piece = substr(text, RSTART, RLENGTH)
    opened = piece ~ /^namespace/ && piece ~ /\{$/
    # (`using namespace std;` ends there.)
    text = substr(text, RSTART + RLENGTH - (piece ~ /^namespace.*;$/))
    if (piece ~ /^namespace[ \t]+(::[ \t]*)?std([^A-Za-z0-9_]|$)/ && !in_std) {
      # Its brace may come in another line.
      in_std = 1
      std_depth = depth
      std_level = depth + 1
      std_open = 0
      if (opened) {
        depth++
        std_open = 1
      }
    } else if (piece == "{" || opened) {
      # A namespace in it is as good as itself.
      if (opened && in_std && std_open && depth == std_level) std_level++
      depth++
      std_open = 1
    } else if (piece == "}") {
      depth--
      if (in_std && depth < std_level) std_level = depth
      if (in_std && depth <= std_depth) in_std = 0
    } else if (piece == ";") {
      if (in_std && !std_open) in_std = 0
    } else if (in_std && std_open && depth == std_level) {
      # (Deeper, they are in a class or in a function.)
      if (piece ~ /<$/ && piece !~ /^operator/)
        check_special(piece, text)
      else if (!of_own_type(text))
        blame_for("the solution changes how the standard library compares")
    }
  }
}

# What declarations have the compiler believe of a function, and isn't so where the tests call it: behind the call of one
# that never returns, nothing is compiled of what is checked. Text may be several declarations.
function note_beliefs(text,    pieces, i, n) {
  if (text ~ /(^|[^A-Za-z0-9_])__builtin_(unreachable|return|longjmp|eh_return|unwind_init)([^A-Za-z0-9_]|$)/) leaves = 1
  if (text !~ /oreturn|naked|optimize|always_inline/) return
  n = split(text, pieces, /[;{}]/)
  for (i = 1; i <= n; i++) note_belief(pieces[i])
}

function note_belief(text,    told, inlined, attributes, name) {
  inlined = text ~ /(^|[^A-Za-z0-9_])(__)?always_inline/
  told = text ~ /(^|[^A-Za-z0-9_])_Noreturn([^A-Za-z0-9_]|$)/ ? "_Noreturn" : ""
  # Where it stands with attributes; else it's a name of the solution's.
  attributes = text
  if (told == "" && match(attributes, /\[[ \t]*\[|(^|[^A-Za-z0-9_])__attribute/)) {
    attributes = substr(attributes, RSTART)
    if (match(attributes, /(^|[^A-Za-z0-9_])(__)?(noreturn|naked|optimize)(__)?([^A-Za-z0-9_]|$)/)) {
      told = substr(attributes, RSTART, RLENGTH)
      gsub(/[^A-Za-z0-9_]/, "", told)
    }
  }
  if (told != "") leaves = 1
  if (told != "" && text ~ /(^|[^A-Za-z0-9_])operator([^A-Za-z0-9_]|$)/)
    blame_for("the solution declares an operator with '" told "', so that the tests aren't compiled as they stand")
  if (told == "" && !inlined) return
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/[ \t]*\($/, "", name)
    if (name ~ /^(__attribute(__)?|sizeof|alignof|alignas|decltype|noexcept|(__)?typeof(__)?)$/) continue
    if (told != "") told_of[name] = told
    if (inlined) inlined_into[name] = 1
  }
}

# A word in the tests as they are compiled.
function check_use(name) {
  if (name in told_of)
    blame_for("the solution declares '" name "' with '" told_of[name] "', so that the tests aren't compiled as they stand")
  if (name in inlined_into && leaves) blame_for("the solution's headers bring code into the tests that leaves them")
}

function look_at(text) {
  check_std(text)
  note_beliefs(text)
  if (text ~ /(^|[^A-Za-z0-9_])(asm|__asm|__asm__)([^A-Za-z0-9_]|$)/)
    blame_for("the solution brings assembler code into the tests")
  if (text ~ /(^|[^A-Za-z0-9_])namespace[ \t]+(::[ \t]*)?Catch([^A-Za-z0-9_]|$)/ ||
      text ~ /template[ \t]*<[ \t]*>[^;{]*[^A-Za-z0-9_]Catch[ \t]*::/)
    blame_for("the solution redefines 'namespace Catch', which the tests rely on")
  if (uses_catch(text)) blame_for("a header of the solution uses Catch2, which only tests may")
}

# What may be written in several lines is looked at as a whole. (Long tables needn't be.)
solution && !/^#/ {
  held = held plain($0) " "
  if (!(in_std || held ~ /namespace|operator|template|std|attribute|oreturn|\[\[/) || held ~ /[{};][ \t]*$/ || length(held) > 20000) {
    look_at(held)
    held = ""
  }
}

# It may also end in the test file.
in_test && held != "" {
  look_at(held)
  held = ""
}

in_test && !/^#/ {
  text = plain($0)
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    check_use(substr(text, RSTART, RLENGTH))
    text = substr(text, RSTART + RLENGTH)
  }
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
