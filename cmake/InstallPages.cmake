# Run at installation: completions and man pages, as the installed program itself describes its command line.
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
# Behind the emulator, if it is a program for another machine.
set(program ${PROCTOR_EMULATOR} "${prefix}/bin/proctor")

function(page file)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE "${prefix}/share/${file}" "${text}")
  message(STATUS "Installing: ${prefix}/share/${file}")
endfunction()

page(bash-completion/completions/proctor ${program} completions bash)
page(zsh/vendor-completions/_proctor ${program} completions zsh)
page(fish/vendor_completions.d/proctor.fish ${program} completions fish)

execute_process(COMMAND ${program} manual OUTPUT_VARIABLE main COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${prefix}/share/man/man1/proctor.1" "${main}")
string(REGEX MATCHALL "proctor\\\\-[a-z]+ \\(1\\)" names "${main}")
foreach(name IN LISTS names)
  string(REGEX REPLACE "proctor\\\\-([a-z]+) .*" "\\1" command "${name}")
  page(man/man1/proctor-${command}.1 ${program} manual ${command})
endforeach()
page(man/man5/proctor.toml.5 awk -f ${PROCTOR_SOURCE}/cmake/config-page.awk ${PROCTOR_SOURCE}/docs/config.md)
