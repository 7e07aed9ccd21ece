# Shared by guard.awk and leaving.awk.

# Without strings, characters and comments; `commented` is kept from line to line.
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
