# proctor_grammars: tree-sitter's grammars, one static library, built from the C source in their npm packages.
#
# Which packages and which versions: package.json. Their parsers must have the ABI of Debian's tree-sitter (14);
# src/source/grammar.cpp lists the same names.
set(PROCTOR_GRAMMARS bash c cpp go javascript python)
set(PROCTOR_NODE_MODULES ${CMAKE_SOURCE_DIR}/node_modules CACHE PATH "Where npm has put the grammars")

find_library(TREE_SITTER_LIBRARY libtree-sitter.a)
find_path(TREE_SITTER_INCLUDE tree_sitter/api.h)
if(NOT TREE_SITTER_LIBRARY OR NOT TREE_SITTER_INCLUDE)
  message(FATAL_ERROR "tree-sitter isn't installed: run scripts/setup.sh (Debian: libtree-sitter-dev)")
endif()

add_library(proctor_grammars STATIC)
foreach(grammar IN LISTS PROCTOR_GRAMMARS)
  set(source ${PROCTOR_NODE_MODULES}/tree-sitter-${grammar}/src)
  if(NOT EXISTS ${source}/parser.c)
    message(FATAL_ERROR "The ${grammar} grammar isn't in ${PROCTOR_NODE_MODULES}: run scripts/box.sh, which gets it from npm")
  endif()
  file(STRINGS ${source}/parser.c abi REGEX "^#define LANGUAGE_VERSION " LIMIT_COUNT 1)
  if(NOT abi STREQUAL "#define LANGUAGE_VERSION 14")
    message(FATAL_ERROR "${source}/parser.c: '${abi}', but Debian's tree-sitter takes 14: "
                        "pin another version of tree-sitter-${grammar} in package.json")
  endif()
  target_sources(proctor_grammars PRIVATE ${source}/parser.c)
  # Each package carries its own copy of tree_sitter/parser.h.
  set_property(SOURCE ${source}/parser.c PROPERTY INCLUDE_DIRECTORIES ${source})
  if(EXISTS ${source}/scanner.c)
    target_sources(proctor_grammars PRIVATE ${source}/scanner.c)
    set_property(SOURCE ${source}/scanner.c PROPERTY INCLUDE_DIRECTORIES ${source})
    # Scanners are written by hand and read hostile text; parsers are tables.
    if(PROCTOR_SANITIZE)
      set_property(SOURCE ${source}/scanner.c PROPERTY COMPILE_OPTIONS -fsanitize=address,undefined)
    endif()
  endif()
endforeach()
target_compile_options(proctor_grammars PRIVATE -w -O2)
target_include_directories(proctor_grammars INTERFACE ${TREE_SITTER_INCLUDE})
target_link_libraries(proctor_grammars INTERFACE ${TREE_SITTER_LIBRARY})
