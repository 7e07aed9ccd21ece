# Sees to it that a solution's headers leave the standard library as it is: read behind words.awk, for guard-expanded.awk.

BEGIN {
  # Types that are compared as values, what they are compared by, and how those are told what is less or equal.
  values = "pair|tuple|optional|variant|any|expected|complex|vector|array|deque|list|forward_list|span|bitset|valarray|stack|queue|priority_queue|(unordered_)?(multi)?(map|set)|basic_string(_view)?|unique_ptr|shared_ptr|duration|time_point|reference_wrapper"
  comparing = "_*(equal|lexicographical|char_traits)[a-z0-9_]*|less(_equal)?|greater(_equal)?|not_equal_to|compare_three_way"
  # Where a class's name stands that is declared.
  head = "(struct|class)([ \t]+(\\[\\[[^]]*\\]\\]|alignas[ \t]*\\([^)]*\\)|__attribute__[ \t]*\\(\\([^)]*\\)\\)))*[ \t]+"
  depth = named = 0
  start = "(^|[^A-Za-z0-9_{};])"
  pieces = "namespace[ \t]+(::[ \t]*)?std([^A-Za-z0-9_]|$)|namespace([ \t]+[^{};()=]*)?[{]|extern[ \t]*[{]|[{};]|operator[ \t]*([=!]=|<=|>=|<[^<]|>[^>])|" start head "[A-Za-z0-9_]+[ \t]*<|" start "[A-Za-z_][A-Za-z0-9_]*[ \t]*[(]"
}

# Names of the library's that tests use without its namespace's, and of Catch2's matchers.
function of_library(name) {
  return name ~ ("^(" values "|w?string(_view)?|function|byte|(u?int[0-9]+_|size_|ptrdiff_)t|make_[a-z_]+|f?abs|pow|sqrt|round|floor|ceil|get|begin|end|size|equal|count|find|all_of|any_of|none_of|is_(sorted|permutation|same|base_of|convertible|(const|destruct|assign)[a-z_]*|copy_[a-z_]*|move_[a-z_]*|nothrow_[a-z_]*)(_v)?|(true|false)_type)$") ||
    name ~ /^(Approx|Equals|Contains(Substring)?|StartsWith|EndsWith|Matches|Predicate|Message(Matches)?|Unordered(Range)?Equals|RangeEquals|VectorContains|Within(Abs|Rel|ULP)|IsEmpty|IsNaN|SizeIs|(All|Any|None)(Match|True))$/
}

# Up to where the first parenthesis that it opens is closed.
function with_parameters(text,    depth, i, c) {
  depth = 0
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "(") depth++
    if (c == ")" && --depth <= 0) break
  }
  return substr(text, 1, i)
}

# Whether a declaration up to its body has a type that the solution has defined: the standard library may be told more
# about these. (Another name for a type isn't one, nor is what the library itself has a type of that name.)
function of_own_type(text,    word, before) {
  text = without_attributes(text)
  sub(/[{;].*/, "", text)
  before = ""
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    before = before substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    # (Behind a type it's the name of a parameter.)
    if (word in own_types && before ~ /(^|[(,<:])[ \t]*((struct|class|enum|union|const|volatile|register|typename)[ \t]+)*$/) return 1
    before = before word
  }
  return 0
}

# What an attribute says stands in the midst of declarations, and names nothing in them.
function without_attributes(text) {
  if (text ~ /\[[ \t]*\[|alignas|__attribute/)
    gsub(/\[[ \t]*\[[^]]*\][ \t]*\]|(alignas|__attribute(__)?)[ \t]*\(([^()]|\(([^()]|\([^()]*\))*\))*\)/, " ", text)
  return text
}

# Notes the last name of each declarator of a list: `a, *b, c[2]`.
function note_declarators(text,    list, n, i) {
  gsub(/\[[^]]*\]|[ \t;]+$/, "", text)
  n = split(text, list, ",")
  for (i = 1; i <= n; i++) {
    sub(/[ \t]+$/, "", list[i])
    sub(/.*[^A-Za-z0-9_]/, "", list[i])
    note_type(list[i])
  }
}

function note_type(name) {
  if (name != "" && name !~ ("^(std|" values "|string|allocator|char_traits|initializer_list)$")) own_types[name] = 1
}

function note_types(text,    word, meaning) {
  text = without_attributes(text)
  gsub(/template[ \t]*<[^>]*>/, " ", text)
  meaning = text
  while (match(text, /(^|[^A-Za-z0-9_])(struct|class|enum|union)([ \t]+(struct|class))?[ \t]+[A-Za-z_][A-Za-z0-9_]*|\}[ \t*]*[A-Za-z_][A-Za-z0-9_, \t*]*;/)) {
    word = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    # (Another declaration, behind a body.)
    if (word ~ /^\}.*[A-Za-z0-9_][ \t*]+[A-Za-z_]/) {
      text = substr(word, 2) text
      continue
    }
    note_declarators(word)
  }
  # Another name for one of them.
  while (match(meaning, /(^|[^A-Za-z0-9_])(using[ \t]+[A-Za-z_][A-Za-z0-9_]*[ \t]*=[^;{]*[;{]|typedef[ \t][^;{}()]*;)/)) {
    word = substr(meaning, RSTART, RLENGTH)
    meaning = substr(meaning, RSTART + RLENGTH)
    if (word ~ /^.?using/) {
      if (word !~ /=[ \t]*(struct|class|union|enum)([ \t]+[A-Za-z_][A-Za-z0-9_]*)?[ \t]*\{/ && !of_own_type(substr(word, index(word, "=") + 1))) continue
      sub(/[ \t]*=.*/, "", word)
      note_declarators(word)
    } else {
      sub(/^.?typedef[ \t]+/, "", word)
      # (Behind the first comma, there are names only.)
      if (of_own_type(first_declarator(word))) note_declarators(without_arguments(word))
    }
  }
}

# A template's arguments, in angle brackets, have commas of their own.
function without_arguments(text) {
  while (sub(/<[^<>]*>/, " ", text)) continue
  return text
}

function first_declarator(text,    rest, at) {
  rest = text
  for (at = 0; match(rest, /,/); rest = substr(rest, RSTART + 1)) {
    at += RSTART
    if (without_arguments(substr(text, 1, at - 1)) !~ /</) return substr(text, 1, at - 1)
  }
  return text
}

# What the standard library compares by, specialised: text is the declaration from the name on.
function check_special(name, text) {
  sub(/[ \t]*<$/, "", name)
  sub(/.*[^A-Za-z0-9_]/, "", name)
  # (Up to what it's derived from.)
  gsub(/::/, "\001", text)
  sub(/[:{;].*/, "", text)
  gsub(/\001/, "::", text)
  if (name ~ ("^(" values ")$") || (name ~ ("^(" comparing ")$") && !of_own_type(text)))
    blame_for("the solution changes how the standard library compares")
  # Nobody may say these of a type.
  if (name ~ /^is_[a-z_]+$/ && name !~ /^is_(error_(code|condition)_enum|bind_expression|placeholder)$/)
    blame_for("the solution changes what the standard library says of types")
}

# A function in the library's namespace that the tests name, or by which values are compared.
function check_std_function(name, text) {
  sub(/[ \t]*\($/, "", name)
  sub(/.*[^A-Za-z0-9_]/, "", name)
  if (name ~ /^(operator|noexcept|decltype|alignas|alignof|sizeof|requires|explicit|static_assert|__attribute__)$/) return
  if ((name in words || name ~ ("^(" comparing ")$")) && !of_own_type(with_parameters("(" text)))
    blame_for("the solution changes what the standard library does")
}

# A function in the place of one of the C library's that the tests call.
function check_head(name, text,    comparing_bytes) {
  sub(/[ \t]*\($/, "", name)
  sub(/.*[^A-Za-z0-9_]/, "", name)
  comparing_bytes = name ~ /^(mem(cmp|cpy|set|move|chr)|str(n|case|ncase)?cmp|str(n?len|n?cpy|str|r?chr))$/
  # In a namespace of the solution's, these are its own affair.
  if (!comparing_bytes && (name !~ /^(is(al(num|pha)|cntrl|x?digit|graph|(low|upp)er|print|punct|space)|to(low|upp)er)$/ || scope() ~ /[A-Za-z]/)) return
  if (name in words && !of_own_type(with_parameters("(" text)))
    blame_for("the solution has a function in the place of '" name "', which the tests rely on")
}

# The namespace that is open, where nothing else is.
function scope(    i, path) {
  for (i = 0; i < depth; i++) path = path scopes[i]
  return path
}

# Notes a class of the solution's that is called as one of the library's: text is what stands before its body or before
# the end of its declaration.
function note_namesake(text,    name) {
  if (text !~ /^[ \t]*(template[ \t]*<[A-Za-z0-9_ \t,]*>[ \t]*)?(struct|class)[ \t]+[A-Za-z_][A-Za-z0-9_]*([ \t]+final)?[ \t]*(:[^(){};]*)?$/) return
  gsub(/template[ \t]*<[^>]*>|[ \t]final[ \t]*$|:.*/, "", text)
  sub(/[ \t]+$/, "", text)
  sub(/.*[^A-Za-z0-9_]/, "", text)
  namesakes[scope(), text] = 1
}

# Whether a parameter has a type of the very namespace that this stands in: there, no other can be meant by its name. (Not
# where braces may be others than they seem to be.)
function of_namesake(text, declaration,    list, n, i) {
  if (unsure || declaration ~ /template/) return 0
  text = without_arguments(text)
  sub(/^[ \t>]*\(/, "", text)
  sub(/\)$/, "", text)
  if (text ~ /[()]/) return 0
  n = split(text, list, ",")
  for (i = 1; i <= n; i++) {
    sub(/^[ \t]*((struct|class|const)[ \t]+)*/, "", list[i])
    if (match(list[i], /^[A-Za-z_][A-Za-z0-9_]*/) && substr(list[i], RLENGTH + 1) !~ /^[ \t]*::/ && (scope(), substr(list[i], 1, RLENGTH)) in namesakes) return 1
  }
  return 0
}

# An operator that is declared outside of classes.
function check_operator(piece, text, declaration) {
  if (piece ~ /\($/) text = "(" text
  if (text !~ /^[ \t>]*[(<]/) return
  text = with_parameters(text)
  if (of_own_type(text) || of_namesake(text, declaration)) return
  # What a template is for can't be said, unless it names types of the library.
  if (declaration ~ /template/ && text !~ /(^|[^A-Za-z0-9_])std[ \t]*::/) return
  blame_for("the solution changes how the standard library compares")
}

# An object that is equal to whatever it's compared with.
function check_equality(text,    rest, joined) {
  rest = joined = equality text
  # (What comes in the next line belongs to it.)
  equality = text ~ /operator[ \t]*==/ && text ~ /\{[ \t]*$/ ? text : ""
  while (match(rest, /operator[ \t]*==[ \t]*\([^{}]*\)[^{};]*\{[ \t]*return[ \t(]*(true|1|![ \t]*(false|0))[ \t)]*;/)) {
    text = substr(rest, RSTART)
    rest = substr(rest, RSTART + RLENGTH)
    sub(/^operator[ \t]*==/, "", text)
    text = with_parameters(text)
    if (text !~ /(nullptr_t|nullopt_t|monostate)/ && !of_own_type(text)) blame_for("the solution has a type that is equal to anything")
  }
  while (match(joined, /operator[ \t]*==[ \t]*\([^{}()]*\)[^{};=]*\{[ \t]*[^ \t]/)) {
    text = substr(joined, RSTART, RLENGTH - 1)
    joined = substr(joined, RSTART + RLENGTH - 1)
    sub(/^operator[ \t]*==[ \t]*\(/, "", text)
    sub(/\).*/, "", text)
    if (joined !~ /^return[ \t(]*(false|0)[ \t)]*;/ && ignores_one(text)) blame_for("the solution has a type that is equal to anything")
  }
}

# Whether one of the parameters has no name, or need not be used, so that the type isn't asked what it's compared with. (All
# values of a type of the solution's may be equal, or of one that has just one.)
function ignores_one(text,    list, n, i, unused, parts, m, k, kept) {
  n = split(without_arguments(text), list, ",")
  for (i = 1; i <= n; i++) {
    unused = list[i] ~ /unused/
    text = without_attributes(list[i])
    if (text ~ /(null(ptr|opt)_t|monostate|sentinel_t)([^A-Za-z0-9_]|$)/ || of_own_type(text)) continue
    gsub(/[A-Za-z_][A-Za-z0-9_]*[ \t]*::|[&*]/, " ", text)
    m = split(text, parts, /[ \t]+/)
    kept = ""
    for (k = 1; k <= m; k++) {
      if (parts[k] ~ /^(const|volatile|typename|struct|class|enum|)$/) continue
      # (Types of several words are one.)
      if (parts[k] !~ /^((un)?signed|short|long|int|double|char)$/ || kept == "") kept = kept " " parts[k]
    }
    if (unused || kept !~ /[A-Za-z0-9_] [A-Za-z_]/) return 1
  }
  return 0
}

# Explicit specialisations without the library's type, and its arguments, that stands where the type does: what is
# specialised comes behind it. Before it, there is no other type, and behind it no member's name.
function behind_types(text,    out, rest, at, level, c) {
  while (match(text, /template[ \t]*<[ \t]*>[ \t]*((inline|static|extern|constexpr|const)[ \t]+)*(::[ \t]*)?std[ \t]*::[ \t]*[A-Za-z_][A-Za-z0-9_]*[ \t]*</)) {
    out = out substr(text, 1, RSTART - 1)
    rest = substr(text, RSTART + RLENGTH)
    level = 1
    for (at = 1; at <= length(rest) && level > 0; at++) {
      c = substr(rest, at, 1)
      if (c == "<") level++
      if (c == ">") level--
      if (c !~ /[A-Za-z0-9_:,<>*& \t]/) break
    }
    if (level == 0 && substr(rest, at) ~ /^([ \t]*(const[ \t*&]|[*&]))*[ \t]*[A-Za-z_]/) {
      text = "template <> " substr(rest, at)
    } else {
      out = out substr(text, RSTART, RLENGTH)
      text = rest
    }
  }
  return out text
}

# Comparisons of the standard library's own types, which a more special function or class would take the place of.
function check_std(text,    piece, opened, rest, declaration, name, before) {
  note_types(text)
  declaration = text
  rest = behind_types(text)
  while (match(rest, /template[ \t]*<[ \t]*>[^{;(<]*[^A-Za-z0-9_]std[ \t]*::[ \t]*(operator[ \t]*([=!]=|<([^<]|$)|>([^>]|$))|[A-Za-z_][A-Za-z0-9_:]*[ \t]*[<({=])/)) {
    piece = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    name = substr(piece, 1, length(piece) - 1)
    sub(/[ \t]+$/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    if (piece ~ /(^|[^A-Za-z0-9_])operator/ ? !of_own_type(rest) : piece !~ /[^A-Za-z0-9_](struct|class)[^A-Za-z0-9_]/ && (name in words || name ~ ("^(" comparing "|is_[a-z_]+_v)$")) && !of_own_type(rest))
      blame_for("the solution changes how the standard library compares")
  }
  rest = text
  while (match(rest, start head "(::[ \t]*)?std[ \t]*::[ \t]*([A-Za-z0-9_]+[ \t]*::[ \t]*)*[A-Za-z0-9_]+[ \t]*<")) {
    piece = substr(rest, RSTART, RLENGTH)
    before = substr(rest, 1, RSTART)
    rest = substr(rest, RSTART + RLENGTH)
    # (Who has it for a friend specialises nothing.)
    if (before !~ /(^|[^A-Za-z0-9_])friend[ \t]+$/ || rest !~ /^[^{}]*;/) check_special(piece, rest)
  }
  while (match(text, pieces)) {
    piece = substr(text, RSTART, RLENGTH)
    before = substr(text, 1, RSTART - 1)
    if (piece ~ /^[{;]$/ && !in_std && depth == named) note_namesake(begun before)
    begun = ""
    # (It's the end of another name.)
    if (piece ~ /^(namespace|extern)/ && before ~ /[A-Za-z0-9_]$/) unsure = 1
    opened = piece ~ /^(namespace|extern)/ && piece ~ /\{$/
    # (`using namespace std;` ends there.)
    text = substr(text, RSTART + RLENGTH - (piece ~ /^namespace.*;$/))
    if (opened || (piece == "{" && in_std && !std_open)) {
      # What stands in namespaces alone.
      if (depth == named) named++
      scopes[depth] = piece
      gsub(/^namespace|^extern.*|[ \t{]/, "", scopes[depth])
      if (piece ~ /^namespace/) scopes[depth] = "::" scopes[depth]
    }
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
      if (depth < named) named = depth
      if (in_std && depth < std_level) std_level = depth
      if (in_std && depth <= std_depth) in_std = 0
    } else if (piece == ";") {
      if (in_std && !std_open) in_std = 0
    } else if (in_std && std_open && depth == std_level) {
      # (Deeper, they are in a class or in a function.)
      if (piece ~ /\($/)
        check_std_function(piece, text)
      else if (piece ~ /<$/ && piece !~ /^operator/)
        check_special(piece, text)
      else if (!of_own_type(text))
        blame_for("the solution changes how the standard library compares")
    } else if (!in_std && depth == named && piece ~ /^operator/ && before !~ /::[ \t]*$/) {
      check_operator(piece, text, declaration)
    } else if (!in_std && depth == named && piece ~ /\($/ && before !~ /=/) {
      check_head(piece, text)
    }
  }
  begun = begun text " "
  check_equality(declaration)
}
