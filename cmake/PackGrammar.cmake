# Takes the two large tables out of a grammar's object file, which are nine tenths of it: the object keeps room for
# them, and they go into the program compressed (src/source/packed_grammar.hpp).
#
#   cmake -DOBJCOPY=… -DOBJECT=parser.c.o -DPACKED=PREFIX -P PackGrammar.cmake
#
# Makes PREFIX.o, PREFIX.zst, and PREFIX.inc with the sizes.
set(tables parse_table small_parse_table)
set(rename "")
file(REMOVE ${PACKED}.tables)
set(sizes "")
foreach(table IN LISTS tables)
  set(section .rodata.ts_${table})
  list(APPEND rename --rename-section ${section}=.bss.ts_${table},alloc)
  execute_process(COMMAND ${OBJCOPY} -O binary --only-section=${section} ${OBJECT} ${PACKED}.${table}
    COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE ${PACKED}.${table} size)
  if(size EQUAL 0)
    message(FATAL_ERROR "${OBJECT} has no section ${section}: was it compiled without -fdata-sections?")
  endif()
  string(APPEND sizes "${size}, ")
  list(APPEND parts ${PACKED}.${table})
endforeach()
execute_process(COMMAND ${OBJCOPY} ${rename} ${OBJECT} ${PACKED}.o COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${parts} OUTPUT_FILE ${PACKED}.tables COMMAND_ERROR_IS_FATAL ANY)
file(ARCHIVE_CREATE OUTPUT ${PACKED}.zst PATHS ${PACKED}.tables FORMAT raw COMPRESSION Zstd COMPRESSION_LEVEL 9)
file(WRITE ${PACKED}.inc "${sizes}\n")
file(REMOVE ${PACKED}.tables ${parts})
