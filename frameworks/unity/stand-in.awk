# The assembly of a stand-in for a library, of what `readelf -SW --dyn-syms` says of it. Variables: wanted (a file of
# symbols, one a line) and script (the file that gets their versions).

BEGIN { while ((getline line < wanted) > 0) is_wanted[line] = 1 }

# Sections: where data lies counts for the copy of it that a program has.
/^ *\[ *[0-9]+\] / {
  sub(/^ *\[ */, "")
  sub(/\]/, "")
  section[$1] = $2 ",\"" ($8 ~ /W/ ? "aw" : "a") "\"," ($3 == "NOBITS" ? "%nobits" : "%progbits")
  next
}

# The default version of each symbol, which is what programs are linked with.
$1 ~ /^[0-9]+:$/ && $7 ~ /^[0-9]+$/ && split($8, of, "@@") == 2 && !(of[1] in seen) {
  name = of[1]
  seen[name] = 1
  head = ($5 == "WEAK" ? ".weak " : ".globl ") name "\n.type " name ","
  if ($4 == "OBJECT" && $7 in section) {
    place = $2 " " $7
    if (!(place in size)) places[++count] = place
    # A copy has all names of the data, or the library would go on with its own.
    data[place] = data[place] head "%object\n.size " name "," $3 "\n" name ":\n"
    versions[place] = versions[place] of[2] " " name " "
    if (name in is_wanted) needed[place] = 1
    if ($3 > size[place] + 0) size[place] = $3
  } else if (($4 == "FUNC" || $4 == "IFUNC") && name in is_wanted) {
    print head ($4 == "IFUNC" ? "%gnu_indirect_function" : "%function") "\n" name ": .byte 0\n.size " name ",1"
    symbols[of[2]] = symbols[of[2]] " " name ";"
  }
}

END {
  for (i = 1; i <= count; i++) {
    place = places[i]
    if (!(place in needed)) continue
    split(place, of, " ")
    # As aligned as it is in the library, whose sections of data are aligned to 32.
    print ".section " section[of[2]] "\n.balign 32"
    if (of[1] !~ /[02468ace]0$/) print ".skip 0x" substr(of[1], length(of[1]) - 1) " & 31"
    print data[place] ".skip " size[place]
    n = split(versions[place], word, " ")
    for (k = 1; k < n; k += 2) symbols[word[k]] = symbols[word[k]] " " word[k + 1] ";"
  }
  for (version in symbols) print version " { global:" symbols[version] " };" >script
}
