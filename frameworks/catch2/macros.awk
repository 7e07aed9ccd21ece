# The solution's macros by which the tests are compiled. One that stands there for more than a value can end an assertion
# in its midst (`1); (void)(0`), be the half of a condition (`1 || f(x)`) or bring along what is expected. Those count
# that the tests come to by their own words. `variables` are the tests', `words` all that stands in them, `not_called` those
# of them that no bracket stands behind: a macro with parameters isn't meant by them.

# What isn't in brackets, with () where some were; ")" alone if they don't match.
function outermost(text,    out, open, i, c) {
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (index("([{", c)) {
      if (open == "") out = out "()"
      open = open substr(")]}", index("([{", c), 1)
    } else if (index(")]}", c)) {
      if (c != substr(open, length(open), 1)) return ")"
      open = substr(open, 1, length(open) - 1)
    } else if (open == "") out = out c
  }
  return open == "" ? out : ")"
}

# Whether it takes parts of what stands beside it where it's used: an operator that binds less than a comparison does, or
# the end of a statement. (Constants that are put together with | are often written without brackets.)
function is_loose(text, name) {
  gsub(/->/, ".", text)
  gsub(/<<|>>/, "+", text)
  while (sub(/[A-Za-z0-9_]<[A-Za-z0-9_:, *&<>]*>/, "x", text)) continue
  sub(/^[ \t&*!~+-]+/, "", text)
  sub(/[ \t&*]+$/, "", text)
  if (name ~ /^[A-Z0-9_]+$/) gsub(/\|/, "+", text)
  return text ~ /[;?|&^=!<>,]/
}

# The words of a text that aren't parameters, each between blanks.
function words_in(text, parameters,    list, word) {
  list = " "
  while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    if (index(parameters, " " word " ") == 0) list = list word " "
  }
  return list
}

# Without strings and characters; from a raw string on as it stands.
function without_strings(text,    out) {
  while (match(text, /R"|"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/) && substr(text, RSTART, 2) != "R\"") {
    out = out substr(text, 1, RSTART - 1) " "
    text = substr(text, RSTART + RLENGTH)
  }
  return out text
}

# Notes a definition, as the preprocessor gives it: `#define name(parameters) body`.
function note_macro(text, place,    name, parameters, top, list, n, i) {
  sub(/^#define /, "", text)
  name = text
  sub(/[^A-Za-z0-9_].*/, "", name)
  text = substr(text, length(name) + 1)
  parameters = " "
  if (text ~ /^\(/) {
    takes_parameters[name] = 1
    parameters = text
    sub(/\).*/, "", parameters)
    sub(/^[^)]*\)/, "", text)
    gsub(/[^A-Za-z0-9_]+/, " ", parameters)
    parameters = parameters " "
  }
  place_of[name] = place
  while (sub(/[0-9A-Fa-f]'[0-9A-Fa-f]/, "0", text)) continue
  text = without_strings(text)
  # What can't be read here, or is made of pieces.
  if (text ~ /R"|##|%:/) broken[name] = 1
  top = outermost(text)
  if (top == ")") broken[name] = 1
  if (is_loose(top, name)) loose[name] = 1
  words_of[name] = words_of[name] words_in(text, parameters)
  top_of[name] = top_of[name] words_in(top, parameters)
  # A member's name is no variable, nor is a type's.
  gsub(/(\.|->|::)[ \t]*[A-Za-z_][A-Za-z0-9_]*/, " ", text)
  gsub(/(^|[^A-Za-z0-9_])(struct|union|enum)[ \t]+[A-Za-z_][A-Za-z0-9_]*/, " ", text)
  n = split(words_in(text, parameters), list, " ")
  for (i = 1; i <= n; i++)
    if (list[i] in variables) taken_by[name] = list[i]
}

# What is wrong with a macro or those that it's made of; "" if nothing is. `top`: brackets don't keep it together.
function wrong_with(name, top,    list, n, i, wrong) {
  if ((name, top) in looked_at) return ""
  looked_at[name, top] = 1
  if (name in taken_by)
    return "error: the solution's macro '" name "' takes '" taken_by[name] "' from the tests"
  if (name in broken || (top && name in loose))
    return place_of[name] ": error: the solution's macro '" name "' is more than one value where the tests use it"
  n = split(words_of[name], list, " ")
  for (i = 1; i <= n; i++)
    if (list[i] in place_of) {
      wrong = wrong_with(list[i], top && index(top_of[name], " " list[i] " ") > 0)
      if (wrong != "") return wrong
    }
  return ""
}

function wrong_macro(    name, wrong) {
  for (name in place_of)
    if (name in words && !(name in takes_parameters && name in not_called)) {
      wrong = wrong_with(name, 1)
      if (wrong != "") return wrong
    }
  return ""
}
