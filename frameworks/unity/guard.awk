# Reads a preprocessed test file with its macros (cc -E -dD) and fails if the solution's headers make
# something else of it: then what is checked wouldn't be what stands in the test file.
# Ends with 3 if the headers have a true or false of their own. Behind plain.awk and macros.awk. Variables: root (the submission, ending in a slash), tests (the test files, one a line), unity (the
# directory of the Unity that is compiled, from the submission's, ending in a slash if it's another).

# A name that begins like theirs (`test_bit`, `TEST_FAILED`) is anybody's unless they use it.
function belongs_to_tests(name, meaning, takes_parameters) {
  # Programs from before stdbool.h define these themselves: what they are worth, the compiler says (guard.sh).
  if (name == "true" || name == "false") {
    if (!(name in words)) return 0
    declares_booleans = 1
    return meaning ~ /__/
  }
  if (name == "NULL") return meaning !~ /^\(*(\(?void\*\)?)?\(?0L?\)*$/
  # Types of the same size, from before stdint.h; and how tests are left for later, where none of them is any more.
  if (name in type_of && meaning ~ ("^" type_of[name] "$")) return 0
  if (name ~ /^TEST_IGNORE(_MESSAGE)?$/ && !(name in words)) return 0
  # By which the system's headers know that they were read.
  if (name ~ /^_(ERRNO|LIBC_LIMITS|MATH|STD(BOOL|INT|IO|LIB)|STRING|TIME)_H_?$/) {
    name = tolower(name)
    gsub(/^_(libc_)?|_h_?$/, "", name)
    return name in words
  }
  return name ~ /^(UNITY_|Unity[A-Z]|RUN_TEST|TEST_ASSERT)/ ||
    name ~ /^TEST_((FAIL|PASS|IGNORE)(_MESSAGE)?|PROTECT|ABORT|MESSAGE|PRINTF|LINE_NUM|IS_IGNORED)$/ ||
    name in used || (name in variables && !(takes_parameters && name in not_called)) || (name in words && name ~ library) ||
    name ~ /^(_*setjmp|_*longjmp|setUp|tearDown|main|if|else|for|while|do|return|switch|case|goto|break|continue|sizeof)$/ ||
    name ~ /^(int|char|short|long|float|double|signed|unsigned|struct|union|enum|void|__LINE__|__func__|u?int(8|16|32|64)_t|size_t)$/
}

function blame_for(what) {
  print file ":" line ": error: " what
  bad = 1
  exit 1
}

function blame(name) {
  blame_for("the solution redefines '" name "', which the tests rely on")
}

# Adds to the list how often the text has each of the words that end something early.
function count_leaving(text, list,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word ~ /^(return|goto|break|continue|asm|__asm|__asm__)$/ || word ~ leaving_builtin) list[word]++
    text = substr(text, RSTART + RLENGTH)
  }
}

# What a declaration has the compiler believe of a function, and isn't so where the tests call it or are it: behind the
# call of one that never returns, nothing is compiled of what is checked.
function belief(text,    word) {
  if (text ~ /(^|[^A-Za-z0-9_])_Noreturn([^A-Za-z0-9_]|$)/) return "_Noreturn"
  if (!match(text, /(^|[^A-Za-z0-9_])__attribute(__)?[^A-Za-z0-9_]/)) return ""
  text = substr(text, RSTART + RLENGTH)
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word ~ /^(__)?(noreturn|naked|optimize)(__)?$/) return word
    text = substr(text, RSTART + RLENGTH)
  }
  return ""
}

# Types of functions: the tests may not use one, nor what is declared with it, and all words of such a declaration count
# for that but the language's own.
function word_told_of(text,    word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word in told_of) return told_of[word]
    text = substr(text, RSTART + RLENGTH)
  }
  return ""
}

function note_words(text, told,    word) {
  if (told == "") return
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    if (word !~ /^(typedef|extern|static|const|volatile|inline|void|int|char|short|long|float|double|signed|unsigned|struct|union|enum|bool|_Bool|size_t|u?int(8|16|32|64)_t)$/) told_of[word] = told
    text = substr(text, RSTART + RLENGTH)
  }
}

# A declaration of the solution's, up to its semicolon or brace: notes the functions that the compiler is told of.
function note_declaration(text,    told, inlined, name) {
  told = belief(text)
  if (types && told == "") note_words(text, word_told_of(text))
  inlined = text ~ /(^|[^A-Za-z0-9_])(__)?always_inline/
  if (told == "" && !inlined) return
  if (told != "") {
    leaves = 1
    if (text ~ /(^|[^A-Za-z0-9_])typedef([^A-Za-z0-9_]|$)/) {
      types = 1
      note_words(text, told)
      return
    }
  }
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/[ \t]*\($/, "", name)
    if (name ~ /^(__attribute(__)?|sizeof|_Alignof|_Alignas|(__)?typeof(__)?)$/) continue
    if (told != "") told_of[name] = told
    if (inlined) inlined_into[name] = 1
  }
}

# A function's head, where a header has one of its own (`static`) in the place of the library's that the tests call.
function check_head(text,    name, before) {
  while (sub(/(^|[^A-Za-z0-9_])(__attribute(__)?|(__)?typeof(__)?)[ \t]*\([^()]*(\([^()]*(\([^()]*\)[^()]*)*\)[^()]*)*\)/, " ", text)) continue
  # The name may be in brackets.
  if (match(text, /\([ \t*]*[A-Za-z_][A-Za-z0-9_]*[ \t]*\)[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    before = substr(text, 1, RSTART - 1) " "
    gsub(/[() \t*]/, "", name)
  } else if (match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    before = substr(text, 1, RSTART - 1)
    sub(/[ \t]*\($/, "", name)
  } else return
  if (name in words && name ~ library && before ~ /[A-Za-z0-9_*][ \t]*$/ && before !~ /(^|[^A-Za-z0-9_])(return|else|do)[ \t]*$/) blame(name)
}

# A word in the tests as they are compiled.
function check_use(name) {
  if (name in told_of)
    blame_for("the solution declares '" name "' with '" told_of[name] "', so that the tests aren't compiled as they stand")
  if (name in inlined_into && leaves) blame_for("the solution's headers bring code into the tests that leaves them")
}

# Notes what a test file declares: `int expected[] =`, `const char *actual;`, `(int expected, …`.
function note_variables(text,    name, before) {
  while (match(text, /[A-Za-z0-9_*][ \t]+\**[A-Za-z_][A-Za-z0-9_]*[ \t]*[]=;,)[]|\*[A-Za-z_][A-Za-z0-9_]*[ \t]*[=;,)[]/)) {
    name = substr(text, RSTART, RLENGTH - 1)
    before = substr(text, 1, RSTART) substr(text, RSTART, 1)
    text = substr(text, RSTART + 1)
    sub(/[ \t]+$/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    if (before !~ /(return|sizeof|else|case|goto).?$/ && name !~ /^(void|int|char|long|short|double|float|const|unsigned|bool|true|false|NULL|[A-Z0-9_]+|.*_t)$/) variables[name] = 1
  }
}

# A header of the solution's that says, as the preprocessor does, that another file begins.
function check_lines(path,    text, joined) {
  commented = 0
  while ((getline text < path) > 0) {
    sub(/\r$/, "", text)
    if (text ~ /\\[ \t]*$/) {
      sub(/\\[ \t]*$/, "", text)
      joined = joined text
      continue
    }
    text = plain(joined text)
    joined = ""
    if (text ~ /^[ \t]*(#|%:)[ \t]*(line|[0-9])/ || text ~ /\?\?[=\/]/)
      blame_for("the solution says that it were another file, with #line")
  }
  close(path)
  commented = 0
}

BEGIN {
  leaving_builtin = "__builtin_(unreachable|return|longjmp|eh_return|unwind_init)([^A-Za-z0-9_]|$)"
  type_of["uint8_t"] = "unsignedchar"
  type_of["uint16_t"] = "unsignedshort(int)?"
  type_of["uint32_t"] = "unsigned(int)?"
  type_of["uint64_t"] = type_of["size_t"] = "unsignedlong(long)?(int)?"
  type_of["int8_t"] = "signedchar"
  type_of["int16_t"] = "(signed)?short(int)?"
  type_of["int32_t"] = "(signed)?int"
  type_of["int64_t"] = "(signed)?long(long)?(int)?"
  # What tests compare with themselves.
  library = "^(mem|str|strn|strcase|strncase)cmp$|^str(n?len|n?cpy|str|r?chr)$|^mem(cpy|set|move)$|^v?sn?printf$|^(f|l|ll)?abs[fl]?$|^is(nan|inf)$|^errno$"
  n = split(tests, list, "\n")
  for (i = 1; i <= n; i++) {
    is_test[list[i]] = 1
    commented = 0
    joined = ""
    while ((getline text < (root list[i])) > 0) {
      sub(/\r$/, "", text)
      if (text ~ /\\$/) {
        joined = joined substr(text, 1, length(text) - 1) " "
        continue
      }
      text = plain(joined text)
      joined = ""
      # The tests' own macros may be used any number of times.
      if (text ~ /^[ \t]*#[ \t]*define/) count_leaving(text, own)
      if (text ~ /^[ \t]*#[ \t]*define[ \t]+[A-Za-z0-9_]+\(/) anything_called = 1
      count_leaving(text, leaving)
      note_variables(text)
      given = 0
      while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        words[word] = 1
        if (word ~ /^[Tt][Ee][Ss][Tt]_/) used[word] = 1
        text = substr(text, RSTART + RLENGTH)
        # (Behind the name there may be the end of the line; and RUN_TEST calls what it's given.)
        if (text ~ /^[ \t]*(\(|$)/ || given) called[word] = 1
        given = given || word == "RUN_TEST"
      }
    }
    close(root list[i])
  }
  commented = 0
  # Macros of the tests' own may call whatever they're given.
  for (word in words) if (!anything_called && !(word in called)) not_called[word] = 1
}

# Whether a file that isn't the submission's by its name is so all the same: by a way round (/proc/self/cwd, or up from
# one of the system's directories), or from a place where the system and the exercises have none. It's settled where the
# file begins; later it can say of itself that it belongs to the system.
function comes_round(path, from_solution) {
  gsub(/\/\/+/, "/", path)
  if (path in round) return round[path]
  round[path] = path ~ /\/\.\.\// || path ~ /^\/(proc|dev|sys)\// ||
    (from_solution && flags !~ /3/ && path !~ /^\/(usr|opt)\//)
  return round[path]
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
  path = file
  if (index(path, root) == 1) path = substr(path, length(root) + 1)
  sub(/^(\.\/)+/, "", path)
  in_test = path in is_test
  # (Any file can say of itself that it belongs to the system.)
  by_name = path !~ /^[<\/]/ && path != unity "unity.h" && path != unity "unity_internals.h" && !in_test
  solution = by_name || (path ~ /^\// && comes_round(path, solution))
  if (solution && flags ~ /1/) check_lines(by_name ? root path : path)
  next
}

/^#(define|undef) / {
  name = $2
  sub(/\(.*/, "", name)
  if (!solution && !(name in words)) next
  meaning = $0
  sub(/^#[a-z]+ +[A-Za-z0-9_]+/, "", meaning)
  gsub(/[ \t]/, "", meaning)
}

# What the system's headers call so (errno, EXIT_FAILURE) is what the tests mean; a solution may say the same once more.
!solution && !in_test && /^#define / {
  meaning_of[name] = meaning
  delete taken_away[name]
}

solution && /^#(define|undef) / {
  if ($1 == "#undef" && name ~ /^(true|false|NULL)$/) next
  if (name in meaning_of && name in words && name !~ /^(true|false|NULL)$/ && !(name in type_of)) {
    if ($1 == "#define" && meaning != meaning_of[name]) blame(name)
    if ($1 == "#define") delete taken_away[name]
    else taken_away[name] = file ":" line
  }
  if (belongs_to_tests(name, meaning, $0 ~ /^#define [A-Za-z0-9_]+\(/)) blame(name)
  if ($1 == "#define") note_macro($0, file ":" line)
}

# Pragmas and the assembler's words can give other names to what the tests call.
solution && /^#pragma[ \t]+(weak|redefine_extname|extern_prefix|push_macro|pop_macro)/ { blame_for("the solution renames what the tests may rely on") }
solution && /^#pragma[ \t]+GCC[ \t]+(optimize|target|push_options|pop_options|reset_options)/ { blame_for("the solution changes how the tests are compiled") }

# From stdbool.h they're numbers by now.
solution && !/^#/ && /(^|[^A-Za-z0-9_])(true|false)([^A-Za-z0-9_]|$)/ { declares_booleans = 1 }

# A function of Unity's, declared or defined anew.
solution && !/^#/ {
  text = $0
  gsub(/"([^"\\]|\\.)*"/, "", text)
  if (text ~ /(^|[^A-Za-z0-9_])(asm|__asm|__asm__)([^A-Za-z0-9_]|$)/)
    blame_for("the solution brings assembler code into the tests")
  if (match(text, /(^|[^A-Za-z0-9_])Unity[A-Z][A-Za-z0-9_]*[ \t]*\(/)) {
    name = substr(text, RSTART, RLENGTH)
    gsub(/[^A-Za-z0-9_]/, "", name)
    blame(name)
  }
}

# How functions are compiled that the tests are or call.
solution && !/^#/ {
  text = plain($0)
  if (text ~ leaving_builtin) leaves = 1
  while (match(text, /[;{}]/)) {
    held = held " " substr(text, 1, RSTART - 1)
    mark = substr(text, RSTART, 1)
    text = substr(text, RSTART + 1)
    if (mark == "{") check_head(held)
    note_declaration(held)
    held = ""
  }
  held = held " " text
}

in_test && !/^#/ {
  text = plain($0)
  count_leaving(text, seen)
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    check_use(substr(text, RSTART, RLENGTH))
    text = substr(text, RSTART + RLENGTH)
  }
  for (word in seen)
    if (seen[word] > leaving[word] && !(word in own))
      blame_for("a macro of the solution puts '" word "' into the tests")
}

{ line++ }

END {
  if (!bad) {
    wrong = wrong_macro()
    for (name in taken_away) wrong = taken_away[name] ": error: the solution redefines '" name "', which the tests rely on"
    if (wrong != "") {
      print wrong
      exit 1
    }
  }
  if (!bad && declares_booleans && ("true" in words || "false" in words)) exit 3
  exit bad
}
