# Proctor is one static program, the C library included: it runs on any Linux of its architecture, and it starts at
# once. Loading ten shared libraries and binding their symbols took longer than all that `proctor mcp` does until its
# first answer, and a student waits for as much with each submission. A static glibc can't load name services, so proctor
# calls none: no getpwuid(), no getaddrinfo().
#
# Debian's -dev packages bring an archive of each library but fmt, so folders say `LINKS libre2.a` and the like.

# fmt::fmt of Debian is shared and says so with FMT_SHARED. proctor_fmt is the same headers with their code built here.
find_package(fmt 9 REQUIRED)
add_library(proctor_fmt STATIC ${CMAKE_SOURCE_DIR}/src/base/fmt.cpp)
target_include_directories(proctor_fmt SYSTEM PUBLIC
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
set_target_properties(proctor_fmt PROPERTIES UNITY_BUILD OFF)

# What the program itself is linked with, and tests aren't: a sanitizer wants the shared C++ library.
add_library(proctor_static_program INTERFACE)
if(NOT PROCTOR_SANITIZE)
  target_link_options(proctor_static_program INTERFACE -static -Wl,--gc-sections)
endif()
