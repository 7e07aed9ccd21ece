# Included by CMake at a project's first project() command (CMAKE_PROJECT_TOP_LEVEL_INCLUDES): links the listener into
# every program that is built with Catch2, and writes down which these are.
#
#   PROCTOR_FOLDER    this directory
#   PROCTOR_PREPARED  the prepared directory, or nothing
#   PROCTOR_PARTS     a directory with the listener, compiled for an installed Catch2 3 that all programs use; optional
#   PROCTOR_PROGRAMS  the file to write: lines `name|path|directory to run it in`

# CMake includes this file again behind each project() command. A project in C may switch on C++ for its tests' directory
# alone, and the listener is compiled in the topmost one.
if(COMMAND proctor_inject)
    enable_language(CXX)
    return()
elseif(NOT CMAKE_PROJECT_INCLUDE)
    set(CMAKE_PROJECT_INCLUDE "${CMAKE_CURRENT_LIST_FILE}")
endif()

# All targets of a directory and those below it.
function(proctor_targets result directory)
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    get_property(children DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    foreach(child ${children})
        proctor_targets(more "${child}")
        list(APPEND targets ${more})
    endforeach()
    set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# Whether a target is linked with Catch2, by itself or by what it is linked with.
function(proctor_links_catch result target depth)
    set(found FALSE)
    math(EXPR deeper "${depth} + 1")
    get_target_property(libraries "${target}" LINK_LIBRARIES)
    get_target_property(more "${target}" INTERFACE_LINK_LIBRARIES)
    foreach(library ${libraries} ${more})
        if(library MATCHES "(^|:|>)Catch2?(::|$|WithMain)")
            set(found TRUE)
        elseif(TARGET "${library}" AND depth LESS 6)
            proctor_links_catch(found "${library}" ${deeper})
        endif()
        if(found)
            break()
        endif()
    endforeach()
    set(${result} "${found}" PARENT_SCOPE)
endfunction()

# What a target's sources include of Catch2, as it stands there: <catch2/catch_all.hpp>, …; or the header's path.
function(proctor_included_catch result target)
    get_target_property(sources "${target}" SOURCES)
    get_target_property(directory "${target}" SOURCE_DIR)
    list(FILTER sources EXCLUDE REGEX "[$]<")
    set(included "")
    foreach(source ${sources})
        get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${directory}")
        get_filename_component(beside "${source}" DIRECTORY)
        if(EXISTS "${source}")
            file(STRINGS "${source}" lines REGEX "^[ \t]*#[ \t]*include.*[<\"][^<>\"]*catch[a-z0-9_]*\\.hpp[>\"]")
            foreach(line ${lines})
                string(REGEX MATCH "[<\"]([^<>\"]*)[>\"]" name "${line}")
                # In quotes it is looked for beside the source first.
                if(EXISTS "${beside}/${CMAKE_MATCH_1}")
                    set(name "\"${beside}/${CMAKE_MATCH_1}\"")
                endif()
                list(APPEND included "${name}")
            endforeach()
        endif()
    endforeach()
    set(${result} "${included}" PARENT_SCOPE)
endfunction()

function(proctor_inject)
    set(programs "")
    set(names "")
    proctor_targets(targets "${CMAKE_SOURCE_DIR}")
    foreach(target ${targets})
        get_target_property(type "${target}" TYPE)
        get_target_property(directory "${target}" BINARY_DIR)
        if(NOT type STREQUAL "EXECUTABLE")
            continue()
        endif()
        proctor_links_catch(linked "${target}" 0)
        proctor_included_catch(included "${target}")
        if(NOT linked AND NOT included)
            continue()
        endif()

        # Catch2 2 and the amalgamated 3 are one header, found as the project's own sources find it. An installed
        # Catch2 3 has many, all of them in catch2/.
        set(single "")
        foreach(name ${included})
            if(linked AND name MATCHES "catch2/catch_")
                set(single "")
                break()
            elseif(name MATCHES "(^|[/<\"])catch(_amalgamated)?\\.hpp" AND (NOT linked OR name MATCHES "catch2/"))
                set(single "${name}")
            endif()
        endforeach()

        if(PROCTOR_PARTS AND linked)
            target_sources("${target}" PRIVATE "${PROCTOR_PARTS}/listener.o")
        else()
            set(listener "proctor_listener_${target}")
            add_library("${listener}" OBJECT "${PROCTOR_FOLDER}/listener.cpp")
            target_include_directories("${listener}" SYSTEM PRIVATE
                "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>" "$<TARGET_PROPERTY:${target},SOURCE_DIR>")
            set_target_properties("${listener}" PROPERTIES CXX_STANDARD 17 COMPILE_OPTIONS "-w;-Wfatal-errors")
            if(single)
                target_compile_definitions("${listener}" PRIVATE "PROCTOR_CATCH_HEADER=${single}")
            endif()
            target_sources("${target}" PRIVATE "$<TARGET_OBJECTS:${listener}>")
        endif()
        string(APPEND programs "${target}|$<TARGET_FILE:${target}>|${directory}\n")
        list(APPEND names "${target}")
    endforeach()
    if(NOT names)
        message(FATAL_ERROR "No program of this project is built with Catch2")
    endif()
    if(PROCTOR_PREPARED AND EXISTS "${PROCTOR_PREPARED}/run")
        configure_file("${PROCTOR_PREPARED}/run" "${CMAKE_BINARY_DIR}/proctor_run" COPYONLY)
    else()
        add_executable(proctor_run "${PROCTOR_FOLDER}/run.cpp")
        set_target_properties(proctor_run PROPERTIES CXX_STANDARD 17 COMPILE_OPTIONS "-w"
            RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
        list(APPEND names proctor_run)
    endif()
    add_custom_target(proctor_programs DEPENDS ${names})
    file(GENERATE OUTPUT "${PROCTOR_PROGRAMS}" CONTENT "${programs}")
endfunction()

# When everything of the project is known.
cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL proctor_inject)
