# One folder of src/ is one static library that links only what it may use.
#
#   proctor_folder(NAME [FAST] SOURCES a.cpp … USES base report … [LINKS external …])
#
# FAST: what reads whole reports is optimised for speed, the rest for size.
#
# Tests stand beside the code: every x_test.cpp of the folder goes into the test program NAME_test,
# every x_fuzz.cpp becomes a libFuzzer program of its own when PROCTOR_SANITIZE is on.
#
# Two thirds of the compiler's time went into reading headers. So the presets compile eight files of a folder at once
# (CMAKE_UNITY_BUILD). That asks of the files of a folder, and of its tests, that no two have the same name in their
# anonymous namespaces.
if(PROCTOR_TESTS)
  find_package(GTest REQUIRED)
endif()

# PROCTOR_PRECOMPILE: headers of libraries are read once for all targets that are compiled alike (of a KIND). With
# sanitizers that takes a third of the compiler's time; GCC, whose time goes into optimising, gains next to nothing.
function(proctor_precompiled kind)
  cmake_parse_arguments(ARG "" "" "HEADERS;OPTIONS;LINKS" ${ARGN})
  add_library(proctor_precompiled_${kind} OBJECT ${CMAKE_BINARY_DIR}/empty.cpp)
  target_compile_options(proctor_precompiled_${kind} PRIVATE ${ARG_OPTIONS} "SHELL:-Xclang -fno-pch-timestamp")
  target_link_libraries(proctor_precompiled_${kind} PRIVATE proctor_options ${ARG_LINKS})
  target_precompile_headers(proctor_precompiled_${kind} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.hpp ${ARG_HEADERS})
endfunction()
if(PROCTOR_PRECOMPILE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/empty.cpp CONTENT "")   # unlike WRITE it leaves what is there
  proctor_precompiled(plain)
  proctor_precompiled(fuzzed OPTIONS -fsanitize=fuzzer-no-link)
  proctor_precompiled(tests HEADERS <gmock/gmock.h> <gtest/gtest.h> OPTIONS -fno-sanitize=undefined
    LINKS GTest::gtest_main GTest::gmock)
endif()

function(proctor_folder name)
  cmake_parse_arguments(ARG "FAST" "" "SOURCES;USES;LINKS" ${ARGN})
  add_library(proctor_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(proctor_${name} PUBLIC proctor_options ${ARG_LINKS})
  if(ARG_FAST)
    target_compile_options(proctor_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(proctor_${name} PUBLIC proctor_${used})
  endforeach()

  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  if(PROCTOR_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE proctor_${name} GTest::gtest_main GTest::gmock)
    if(PROCTOR_PRECOMPILE)
      target_precompile_headers(${name}_test REUSE_FROM proctor_precompiled_tests)
    endif()
    # The tests watch the code beside them. To watch the tests themselves for undefined behaviour finds nothing.
    if(PROCTOR_SANITIZE)
      target_compile_options(${name}_test PRIVATE -fno-sanitize=undefined)
    endif()
    target_compile_definitions(${name}_test PRIVATE
      PROCTOR_SOURCE_DIR="${CMAKE_SOURCE_DIR}" PROCTOR_BINARY_DIR="${CMAKE_BINARY_DIR}")
    # A process for each test would take longer than most tests do: ctest runs them some 20 at a time.
    set(count 0)
    foreach(test IN LISTS tests)
      file(STRINGS ${test} found REGEX "^(TEST|TEST_F|TEST_P|TYPED_TEST)\\(")
      list(LENGTH found here)
      math(EXPR count "${count} + ${here}")
    endforeach()
    math(EXPR groups "(${count} + 19) / 20")
    foreach(group RANGE 1 ${groups})
      math(EXPR index "${group} - 1")
      add_test(NAME ${name}_${group}_of_${groups} COMMAND ${name}_test --gtest_brief=1)
      set_tests_properties(${name}_${group}_of_${groups} PROPERTIES TIMEOUT 300
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${groups};GTEST_SHARD_INDEX=${index}")
    endforeach()
  endif()

  file(GLOB fuzzers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_fuzz.cpp)
  set(kind plain)
  if(PROCTOR_SANITIZE AND fuzzers)
    set(kind fuzzed)
    # A fuzzer has to see which code of its folder an input reaches. Elsewhere that costs a quarter of the compiler's time.
    target_compile_options(proctor_${name} PRIVATE -fsanitize=fuzzer-no-link)
    foreach(source IN LISTS fuzzers)
      get_filename_component(target ${source} NAME_WE)
      add_executable(${target} ${source})
      target_link_libraries(${target} PRIVATE proctor_${name})
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    endforeach()
  endif()
  if(PROCTOR_PRECOMPILE)
    target_precompile_headers(proctor_${name} REUSE_FROM proctor_precompiled_${kind})
  endif()
endfunction()
