# Makes proctor.toml(5) out of docs/config.md, whose table a test compares with the keys that the program reads.
# For any awk: Debian's is mawk.
function roff(text,    part, count, i, out, link) {
  while (match(text, /\[[^]]*\]\([^)]*\)/)) {
    link = substr(text, RSTART + 1, RLENGTH - 2)
    sub(/\]\(.*/, "", link)
    text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
  }
  gsub(/\\/, "\\\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/ ⚿/, " (wider only if trusted)", text)
  count = split(text, part, "`")
  for (i = 1; i <= count; i++) out = out (i % 2 ? part[i] : "\\fB" part[i] "\\fR")
  return out ~ /^[.']/ ? "\\&" out : out
}
NR == 1 {
  print ".TH PROCTOR.TOML 5 \"\" \"proctor\" \"File Formats\"\n.SH NAME\nproctor.toml \\- settings of proctor\n.SH DESCRIPTION"
  next
}
/^\| (Key|Entry|---)/ { next }
/^\| / {
  if (!in_keys++) print ".SH KEYS"
  count = split(substr($0, 3), cell, / \|( |$)/)
  print ".TP\n" roff(cell[1])
  if (count > 3 && cell[2] != "none") print roff(cell[3]) "\n.br\nDefault: " roff(cell[2])
  else print roff(cell[count > 3 ? 3 : 2])
  next
}
/^## / { print ".SH " toupper(substr($0, 4)); next }
/^    / { if (!in_code) print ".nf"; in_code = 1; print roff($0); next }
in_code { print ".fi"; in_code = 0 }
/^[0-9]+\. / { print ".IP " $1 " 4"; sub(/^[0-9]+\. /, "") }
/^$/ { print ".PP"; next }
{ print roff($0) }
