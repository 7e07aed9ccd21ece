# Tells what CMake has compiled, from the compile_commands.json of the directory BUILD: to OUTPUT, a line
# `source|object|directory|command` each. The command has no -o.
#
#   cmake -DBUILD=<directory> -DOUTPUT=<file> -P units.cmake
file(READ "${BUILD}/compile_commands.json" commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(units "")
foreach(i RANGE ${last})
    string(JSON source GET "${commands}" ${i} file)
    string(JSON directory GET "${commands}" ${i} directory)
    string(JSON command GET "${commands}" ${i} command)
    # The first -o, as a source, which comes later, may have any name; CMake gives objects plain ones.
    string(FIND "${command}" " -o " at)
    string(SUBSTRING "${command}" 0 ${at} options)
    math(EXPR at "${at} + 4")
    string(SUBSTRING "${command}" ${at} -1 behind)
    string(FIND "${behind}" " " at)
    string(SUBSTRING "${behind}" 0 ${at} object)
    string(SUBSTRING "${behind}" ${at} -1 behind)
    get_filename_component(object "${object}" ABSOLUTE BASE_DIR "${directory}")
    string(APPEND units "${source}|${object}|${directory}|${options}${behind}\n")
endforeach()
file(WRITE "${OUTPUT}" "${units}")
