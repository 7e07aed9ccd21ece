# Reads what was asked for, go's own list of the tests of a package (_testmain.go) and its test files. Says where the
# tests stand (lines "=== "), and the patterns for -test.run and -test.skip that choose those that were asked for.
function pattern(name) {
    gsub(/[].[^$+(){}|*?\\]/, "\\\\&", name)
    gsub("/", "$/^", name)
    return "^" name "$"
}
function add(list, text) { return list == "" ? text : list "|" text }
function top(name) { sub("/.*", "", name); return name }
function stands_here(id) { return substr(id, 1, length(prefix)) == prefix && substr(id, length(prefix) + 1) ~ /^(Test|Fuzz|Example)([^a-z]|$)/ }

BEGIN { prefix = place == "." ? "" : place "."; print "=== PLACE  " place }

FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }

file == "choice" {
    way = $0; sub("=.*", "", way)
    id = substr($0, length(way) + 2)
    if (way == "run") filtered = 1
    if (way == "only") {
        some = 1
        if (id == place) whole = 1
        else if (stands_here(id)) { name = substr(id, length(prefix) + 1); wanted[top(name)] = 1; only = add(only, pattern(name)) }
    }
    if (way == "skip" && stands_here(id)) {
        name = substr(id, length(prefix) + 1)
        skip = add(skip, pattern(name))
        if (name == top(name) || !skips) left_out[top(name)] = 1
    }
    next
}

file == "_testmain.go" {
    if (match($0, /^\t\{"(Test|Fuzz|Example)[^"]*", /)) { split($0, part, "\""); planned[part[2]] = 1 }
    next
}

/\.Logf?\(/ { print "=== LOGS   " file ":" FNR }

/^func (Test|Fuzz|Example)[^ (]*\(/ {
    name = $2; sub(/\(.*/, "", name)
    if (!(name in planned) || name in left_out) next
    if (some && !whole && !(name in wanted)) next
    path = place == "." ? file : place "/" file
    if (glob != "" && path !~ glob) next
    chosen = add(chosen, "^" name "$")
    if (!filtered) print "=== PLAN   " name " " file ":" FNR
}

END {
    if (chosen == "") print "nothing "
    else if (some && !whole) print "run " only
    else if (glob != "" || (skip != "" && !skips)) print "run " chosen
    if (skips) print "skip " skip
}
