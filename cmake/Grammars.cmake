# proctor_grammars: tree-sitter's grammars, one static library, built from the C source in their npm packages.
#
# Which packages in which versions: package.json. Their parsers must have the ABI of Debian's tree-sitter (14).
# The end of this file lists the grammars; src/source/grammar_table.cpp is made from that list. Their large tables stand
# in the program compressed (PackGrammar.cmake).
set(PROCTOR_NODE_MODULES ${CMAKE_SOURCE_DIR}/node_modules CACHE PATH "Where npm has put the grammars")

find_library(TREE_SITTER_LIBRARY libtree-sitter.a)
find_path(TREE_SITTER_INCLUDE tree_sitter/api.h)
if(NOT TREE_SITTER_LIBRARY OR NOT TREE_SITTER_INCLUDE)
  message(FATAL_ERROR "tree-sitter isn't installed: run scripts/setup.sh (Debian: libtree-sitter-dev)")
endif()

add_library(proctor_grammars STATIC)
target_compile_options(proctor_grammars PRIVATE -w -Os)
target_include_directories(proctor_grammars INTERFACE ${TREE_SITTER_INCLUDE})
target_link_libraries(proctor_grammars INTERFACE ${TREE_SITTER_LIBRARY})

# proctor_grammar(NAME [FOLDER folder] [ESCAPES code_points|bytes|shell] [RAW_STRINGS])
#
#   NAME         as a framework.toml says it, and as the parser calls itself: tree_sitter_NAME
#   FOLDER       below node_modules, if it isn't tree-sitter-NAME
#   ESCAPES      what a backslash in a string stands for (Escapes in src/source/grammar.hpp); code_points if not given
#   RAW_STRINGS  text between backquotes is taken as it is, over several lines
function(proctor_grammar name)
  cmake_parse_arguments(ARG "RAW_STRINGS" "FOLDER;ESCAPES" "" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER tree-sitter-${name})
  endif()
  if(NOT ARG_ESCAPES)
    set(ARG_ESCAPES code_points)
  endif()
  set(source ${PROCTOR_NODE_MODULES}/${ARG_FOLDER}/src)
  if(NOT EXISTS ${source}/parser.c)
    message(FATAL_ERROR "The ${name} grammar isn't in ${PROCTOR_NODE_MODULES}: run scripts/box.sh, which gets it from npm")
  endif()
  file(STRINGS ${source}/parser.c abi REGEX "^#define LANGUAGE_VERSION " LIMIT_COUNT 1)
  if(NOT abi STREQUAL "#define LANGUAGE_VERSION 14")
    message(FATAL_ERROR "${source}/parser.c: '${abi}', but Debian's tree-sitter takes 14: "
                        "pin another version of its package in package.json")
  endif()
  # Each package carries its own copy of tree_sitter/parser.h.
  add_library(proctor_grammar_${name} OBJECT ${source}/parser.c)
  target_compile_options(proctor_grammar_${name} PRIVATE -w -Os -fdata-sections)
  target_include_directories(proctor_grammar_${name} PRIVATE ${source})
  set_target_properties(proctor_grammar_${name} PROPERTIES UNITY_BUILD OFF)
  set(packed ${CMAKE_BINARY_DIR}/grammars/${name})
  add_custom_command(OUTPUT ${packed}.o ${packed}.zst ${packed}.inc
    COMMAND ${CMAKE_COMMAND} -DOBJCOPY=${CMAKE_OBJCOPY} -DOBJECT=$<TARGET_OBJECTS:proctor_grammar_${name}>
            -DPACKED=${packed} -P ${CMAKE_SOURCE_DIR}/cmake/PackGrammar.cmake
    DEPENDS $<TARGET_OBJECTS:proctor_grammar_${name}> ${CMAKE_SOURCE_DIR}/cmake/PackGrammar.cmake
    COMMENT "Packing the grammar of ${name}" VERBATIM)
  set_source_files_properties(${packed}.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(proctor_grammars PRIVATE ${packed}.o)
  if(EXISTS ${source}/scanner.c)
    target_sources(proctor_grammars PRIVATE ${source}/scanner.c)
    set_property(SOURCE ${source}/scanner.c PROPERTY INCLUDE_DIRECTORIES ${source})
    # Scanners are written by hand and read hostile text; parsers are tables.
    if(PROCTOR_SANITIZE)
      set_property(SOURCE ${source}/scanner.c PROPERTY COMPILE_OPTIONS -fsanitize=address,undefined)
    endif()
  endif()
  string(REPLACE "-" "_" symbol tree_sitter_${name})
  string(TOLOWER "${ARG_RAW_STRINGS}" raw_strings)
  set(functions "${PROCTOR_GRAMMAR_FUNCTIONS}const TSLanguage* ${symbol}();\n")
  set(data "PACKED_TABLES(${symbol}, \"${packed}.zst\")\n")
  set(languages "const TSLanguage* packed_${symbol}() {\n  static const TSLanguage* const language = unpacked(${symbol}(), \n#include \"${packed}.inc\"\n      PACKED_BYTES(${symbol}));\n  return language;\n}\n")
  set(entries "${PROCTOR_GRAMMAR_ENTRIES}    Grammar{\"${name}\", packed_${symbol}, Escapes::${ARG_ESCAPES}, ${raw_strings}},\n")
  set(PROCTOR_GRAMMAR_FUNCTIONS "${functions}" PARENT_SCOPE)
  set(PROCTOR_GRAMMAR_DATA "${PROCTOR_GRAMMAR_DATA}${data}" PARENT_SCOPE)
  set(PROCTOR_GRAMMAR_LANGUAGES "${PROCTOR_GRAMMAR_LANGUAGES}${languages}" PARENT_SCOPE)
  set(PROCTOR_GRAMMAR_FILES ${PROCTOR_GRAMMAR_FILES} ${packed}.zst ${packed}.inc PARENT_SCOPE)
  set(PROCTOR_GRAMMAR_ENTRIES "${entries}" PARENT_SCOPE)
endfunction()

proctor_grammar(bash ESCAPES shell)
proctor_grammar(c ESCAPES bytes)
proctor_grammar(cpp ESCAPES bytes)
proctor_grammar(go ESCAPES bytes RAW_STRINGS)
proctor_grammar(java)
proctor_grammar(javascript)
proctor_grammar(php FOLDER tree-sitter-php/php)
proctor_grammar(python)
proctor_grammar(ruby)
proctor_grammar(rust)
proctor_grammar(typescript FOLDER tree-sitter-typescript/typescript)
