# Reads a preprocessed test file with its macros (c++ -E -dD), behind words.awk, macros.awk and standard.awk, and fails
# if the solution's headers make something else of it: also where they hide it from guard.awk, and where a macro of the
# solution's own leaves a test or takes from it what is expected.
# Variables: root (the submission, ending in a slash), tests (the test files, one a line), catch_file (the header that is
# Catch2, if it's the submission's), private (where only proctor and CMake write, ending in a slash).

function here() { return (path ~ /^\// ? "" : root) path ":" line }

function blame_for(what) {
  print here() ": error: " what
  bad = 1
  exit 1
}

function ends_early(word) {
  return word ~ /^(return|goto|break|continue|co_return|asm|__asm|__asm__|__builtin_(unreachable|return|longjmp))$/
}

# A macro of the solution's that the tests use and that has such a word, by itself or by another one; or "". Where the
# tests have macros of their own, these words can't be counted.
function leaving_macro(    name) {
  for (name in place_of)
    if (name in words && leaves_by(name)) return name
  return ""
}

function leaves_by(name,    list, n, i) {
  if (name in undone || name in walked) return 0
  walked[name] = 1
  n = split(words_of[name], list, " ")
  for (i = 1; i <= n; i++)
    if (ends_early(list[i]) || (list[i] in place_of && leaves_by(list[i]))) return 1
  return 0
}

# Adds to the list how often the text has each of the words that end something early.
function count_leaving(text, list,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (ends_early(word)) list[word]++
    text = substr(text, RSTART + RLENGTH)
  }
}

# Notes words that end something early where they stand in an assertion, in a function without a name, say: Catch's macros
# repeat it, so these can't be counted. (It may be several lines.)
function note_repeated(text,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*|[()]/)) {
    word = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    if (word == "(" && (asserted > 0 || begins)) asserted++
    if (word == ")" && asserted > 0) asserted--
    if (asserted > 0 && ends_early(word)) own[word] = repeated = 1
    begins = assertion(word)
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

BEGIN {
  note_used(root, tests)
  n = split(tests, list, "\n")
  for (i = 1; i <= n; i++) {
    is_test[list[i]] = 1
    commented = asserted = 0
    while ((getline text < (root list[i])) > 0) {
      sub(/\r$/, "", text)
      raw = raw || text ~ /R"/
      text = plain(text)
      note_names(text)
      # The tests' own macros may be used any number of times; and Catch's for generators have a return of their own.
      if (text ~ /^[ \t]*#[ \t]*define/) own_macros = 1
      if (text ~ /GENERATE|BENCHMARK|TEMPLATE/) own["return"] = repeated = 1
      count_leaving(text, leaving)
      note_repeated(text)
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
  # What stands in and behind a raw string isn't told apart.
  if (raw)
    for (name in used) words[name] = 1
}

# Notes what the tests name of the standard library and of Catch2, and members.
function note_names(text,    name) {
  while (match(text, /(^|[^A-Za-z0-9_:])(std|Catch)[ \t]*::[A-Za-z0-9_: \t]*|(\.|->)[ \t]*[A-Za-z_][A-Za-z0-9_]*/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/[: \t]+$/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    qualified[name] = 1
  }
}

# A header of the solution's that says, as the preprocessor does, that another file begins.
function check_lines(path,    text, joined) {
  commented = 0
  joined = ""
  while ((getline text < path) > 0) {
    sub(/\r$/, "", text)
    if (sub(/\\[ \t]*$/, "", text)) {
      joined = joined text
      continue
    }
    text = plain(joined text)
    joined = ""
    if (text ~ /^[ \t]*(#|%:|\?\?=)[ \t]*(line|[0-9])/) blame_for("the solution says that it were another file, with #line")
  }
  close(path)
  commented = 0
}

# Whether a file that isn't the submission's by its name is so all the same: by a way round (/proc/self/cwd, or up from
# one of the system's directories), or from a place where the system and the exercises have none. It's settled where the
# file begins; later it can say of itself that it belongs to the system.
function comes_round(path, from_solution) {
  gsub(/\/\/+/, "/", path)
  if (path in round) return round[path]
  round[path] = path ~ /\/\.\.\// || path ~ /^\/(proc|dev|sys)\// ||
    (from_solution && flags !~ /3/ && path !~ /^\/(usr|opt)\// && index(path, private) != 1)
  return round[path]
}

# A line without its strings, where plain() would take what stands in a raw string, or between 1'000 and 2'000, for
# something else. What ends the raw string that it's in, if any, is kept in raw_end. (There are no comments any more.)
function without_raw(text,    out, word, at) {
  if (raw_end == "" && text !~ /R"|[0-9A-Fa-f]'/) return plain(text)
  out = ""
  while (text != "") {
    if (raw_end != "") {
      at = index(text, raw_end)
      if (at == 0) return out
      text = substr(text, at + length(raw_end))
      raw_end = ""
    } else if (match(text, /[A-Za-z_][A-Za-z0-9_]*|[0-9]('?[A-Za-z0-9_.])*|"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) {
      word = substr(text, RSTART, RLENGTH)
      out = out substr(text, 1, RSTART - 1)
      text = substr(text, RSTART + RLENGTH)
      if (word ~ /^(u8|[uUL])?R$/ && text ~ /^"[^(]*\(/) {
        at = index(text, "(")
        raw_end = ")" substr(text, 2, at - 2) "\""
        text = substr(text, at + 1)
        word = " "
      } else if (word ~ /^["']/) {
        word = " "
      }
      gsub(/'/, "", word)
      out = out word
    } else {
      return out text
    }
  }
  return out
}

# Where the following lines come from, with flags: 1 a file begins, 2 it's continued.
/^# [0-9]+ "/ && raw_end == "" {
  before = file
  flags = file = $0
  sub(/^# [0-9]+ "/, "", file)
  sub(/"[ 0-9]*$/, "", file)
  sub(/.*"/, "", flags)
  if (flags ~ /1/ && file !~ /stdc-predef/) included = 1
  if (included && file != before && before !~ /^</ && flags !~ /[12]/)
    blame_for("the solution says that it were another file, with #line")
  line = $2
  path = file
  gsub(/\/(\.\/)+/, "/", path)
  if (index(path, root) == 1) path = substr(path, length(root) + 1)
  in_test = path in is_test
  by_name = path !~ /^[<\/]/ && root path != catch_file && !in_test
  solution = by_name || (path ~ /^\// && path != catch_file && comes_round(path, solution))
  if (solution && flags ~ /1/) check_lines(by_name ? root path : path)
  next
}

solution && /^#(define|undef) / {
  name = $2
  sub(/\(.*/, "", name)
  if (belongs_to_tests(name, $1 == "#undef")) blame_for("the solution redefines '" name "', which the tests rely on")
  if (name in variables || ((name in qualified || of_library(name)) && name in words))
    blame_for("the solution redefines '" name "', which the tests rely on")
  if ($1 == "#define") {
    note_macro($0, here())
    delete undone[name]
  } else {
    undone[name] = 1
  }
}

# (That a function is compiled for speed changes nothing of what it says, but for what -Ofast has it do with numbers.)
solution && /^#pragma[ \t]+GCC[ \t]+optimize[ \t]*\(?[ \t]*"(-?O[0-3s]|-?f?unroll-loops|,)*"[ \t]*\)?[ \t]*$/ { line++; next }

solution && /^#pragma[ \t]+(GCC[ \t]+(system_header|optimize|target|push_options|pop_options|reset_options)|weak|redefine_extname|push_macro|pop_macro)/ { blame_for("such a pragma can change what the tests check") }

# What declarations have the compiler believe of a function, and isn't so where the tests call it: behind the call of one
# that never returns, nothing is compiled of what is checked. Text may be several declarations.
function note_beliefs(text,    piece) {
  if (awaited) note_body(text)
  if (text ~ /(^|[^A-Za-z0-9_])__builtin_(unreachable|return|longjmp|eh_return|unwind_init)([^A-Za-z0-9_]|$)/) leaves = 1
  if (text !~ /oreturn|naked|optimize|always_inline/) return
  while (match(text, /[;{}]/)) {
    piece = substr(text, 1, RSTART - 1)
    text = substr(text, RSTART)
    note_belief(piece)
    if (awaited && body == "") note_body(text)
    text = substr(text, 2)
  }
  note_belief(text)
}

# What an operator `()` does that is said not to return: nobody need doubt it that begins with a throw. (What is thrown
# may be an expression of statements, with a return.)
function note_body(text) {
  body = body text
  if (body ~ /^\{[ \t]*(throw[^A-Za-z0-9_;][^;]*)?$/) return
  if (body !~ /^\{[ \t]*throw[^A-Za-z0-9_]/ || body ~ /^[^;]*(\([ \t]*\{|<%)/) blame_for(awaited)
  awaited = body = ""
}

function note_belief(text,    told, inlined, attributes, name, list) {
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
  if (told != "" && text ~ /(^|[^A-Za-z0-9_])operator([^A-Za-z0-9_]|$)/) {
    awaited = "the solution declares an operator with '" told "', so that the tests aren't compiled as they stand"
    if (told !~ /oreturn/ || text !~ /operator[ \t]*\([ \t]*\)[ \t]*\(/ || text ~ /(^|[^A-Za-z0-9_])try[ \t]*$/) blame_for(awaited)
    return
  }
  if (told == "" && !inlined) return
  # (`(name)(` is a function, too.)
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t)]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/[ \t)]*\($/, "", name)
    if (name ~ /^(__attribute(__)?|sizeof|alignof|alignas|decltype|noexcept|(__)?typeof(__)?)$/) continue
    # Neither what its parameters are made of, unless these are brackets around its name, nor a type is a function.
    list = with_parameters("(" text)
    if (list ~ /\)$/ && substr(text, length(list)) !~ /^[ \t)]*\(/) text = substr(text, length(list))
    if (name ~ /^(void|bool|char|wchar_t|char(8|16|32)_t|short|int|long|signed|unsigned|float|double|auto)$/) continue
    if (told != "") told_of[name] = told
    if (inlined) inlined_into[name] = 1
  }
}

# A word in the tests as they are compiled. (A variable of theirs is no function, unless it's called or is a member.)
function check_use(name, before, behind) {
  if (name in told_of && !(name in variables && behind !~ /^[ \t]*\(/ && before !~ /(\.|->|::|[(,=][ \t]*&)[ \t]*$/))
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
solution && (raw_end != "" || !/^#/) {
  # Where check_std() might not tell what is a brace.
  if (/R"|<%|%>|[0-9A-Fa-f]'[0-9A-Fa-f]/) unsure = 1
  held = held without_raw($0) " "
  if (!(in_std || held ~ /namespace|operator|template|std|attribute|oreturn|\[\[|struct|class|enum|union|typedef|using/) || held ~ /[{};][ \t]*$/ || length(held) > 20000) {
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
    name = substr(text, RSTART, RLENGTH)
    before = substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    check_use(name, before, text)
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
  if (!bad && awaited) blame_for(awaited)
  if (!bad) {
    wrong = wrong_macro()
    name = own_macros || repeated ? leaving_macro() : ""
    if (wrong == "" && name != "")
      wrong = place_of[name] ": error: the solution's macro '" name "' can leave a test before its end"
    if (wrong != "") {
      print wrong
      exit 1
    }
  }
  exit bad
}
