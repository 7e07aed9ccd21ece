#include "format/start_failure.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "format/line_cursor.hpp"
#include "format/line_form.hpp"

namespace proctor::format {
namespace {

// In the language of line_form.hpp.
constexpr std::array kStartFailures = std::to_array<std::string_view>({
    // JavaScript
    "npm error Missing script: \"%*test%*\"",
    "npm ERR! Missing script: \"%*test%*\"",
    "npm error enoent Could not read package.json: %*",
    "npm ERR! enoent ENOENT: no such file or directory, open '%*package.json'",
    "npm error could not determine executable to run",
    "npm ERR! could not determine executable to run",
    "npm error npx canceled due to missing packages %*",
    "npm error code E404",
    "npm ERR! code E404",
    "npm error code EJSONPARSE",
    "npm ERR! code EJSONPARSE",
    "ERR_PNPM_NO_SCRIPT%_Missing script: %*test%*",
    "ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND%_%*",
    "error Command \"%*test%*\" not found.",
    "error Couldn't find a package.json file in %*",
    "Could not find '%*'",  // node --test
    "requireStack: []",     // node: of a script that isn't there
    "Error: No test files found%*",
    "Incomplete: No specs found",
    "%*Couldn\xE2\x80\x99t find any files to test%*",
    "%* Based on your configuration, %d test files were found, but did not match the filters:",
    "Error: No tests found%*",
    "\xE2\x97\x8F Unrecognized CLI Parameter:",     // jest
    "\xE2\x97\x8F Validation Error:",               //
    "at async Object.run%*(%*/jest-cli/build/%*)",  // where it died, and mocha
    "at async %*handler (%*/mocha/lib/cli/run%*)",  //
    // Python, Ruby, PHP, Java, Perl
    "ImportError: Start directory is not importable: %*",
    "ERROR: %*pytest.ini:%d: %*",  // of its settings
    "ERROR: %*tox.ini:%d: %*",
    "ERROR: %*setup.cfg:%d: %*",
    "ERROR: %*pyproject.toml: %*",
    "Could not locate Gemfile or .bundle/ directory",
    "ruby: No such file or directory -- %*",
    "Cannot open file \"%*\".",
    "Could not open input file: %*",
    "Error: Unable to access jarfile %*",
    "Error: Could not find or load main class %*",
    "[ERROR] The goal you specified requires a project to execute but there is no POM in this directory%*",
    "Directory '%*' does not contain a Gradle build.",
    "Task '%*test%*' not found in %*",
    "Can't open perl script \"%*\": %*",
    "Result: NOTESTS",  // prove
    // Rust, Go
    "error: could not find `Cargo.toml` in %*",
    "error: no such command: `%*`",
    "error: no test target named `%*`%*",
    "go: go.mod file not found in current directory or any parent directory%*",
    "pattern %*: directory prefix %* does not contain %*",
    "no packages to test",
    "package %* is not in GOROOT (%*)",
    "package %* is not in std (%*)",
    "no Go files in %*",
    "no required module provides package %*",
    "go: cannot find main module%*",
    // make, ninja, ctest, bats, docker
    "make: *** No targets specified and no makefile found.  Stop.",
    "make: *** %*: No such file or directory.  Stop.",
    "ninja: error: loading 'build.ninja': No such file or directory",
    "ninja: error: unknown target '%*test%*'%*",
    "ninja: error: unknown target '%*check%*'%*",
    "No test configuration file found!",
    "Failed to change working directory to %*",
    "Error: Test file \"%*\" does not exist",
    "Cannot connect to the Docker daemon at %*",
});

// By which a program is known to have died of its own error. Where tests ran, some of them may have asked for
// it.
constexpr std::array kDeaths = std::to_array<std::string_view>({
    "Node.js v%d.%d.%d", "goroutine %n [running]:", "thread 'main' panicked at %*",
    "thread 'main' (%n) panicked at %*", "Exception in thread \"main\" %*", "PHP Fatal error:  Uncaught %*",
    "Unhandled exception. %*",  // .NET
    "terminate called after throwing an instance of '%*'",
    "%*:in `<main>': %* (%*)",  // Ruby
});

// Around the name of a script, a target or a recipe that isn't there.
struct Missing {
  std::string_view before;
  std::string_view after;
};
constexpr std::array kMissing = std::to_array<Missing>({{"make: *** No rule to make target '", "'.  Stop."},
                                                        {"ninja: error: unknown target '", "'"},
                                                        {"npm error Missing script: \"", "\""},
                                                        {"npm ERR! Missing script: \"", "\""},
                                                        {"error Command \"", "\" not found."},
                                                        {"error: Justfile does not contain recipe `", "`"},
                                                        {"error: justfile does not contain recipe `", "`"}});

// Names of what runs tests, and doesn't have the word in it; and of what runs such programs.
constexpr std::array kRunners = std::to_array<std::string_view>(
    {"jest",   "mocha",   "ava",   "tap",     "tape",  "jasmine", "karma",  "cypress",  "playwright",
     "nyc",    "c8",      "tox",   "nox",     "nose2", "bats",    "behave", "cucumber", "prove",
     "forge",  "hardhat", "pest",  "phpunit", "rake",  "bundle",  "mix",    "gradle",   "gradlew",
     "mvn",    "mvnw",    "sbt",   "cargo",   "go",    "ginkgo",  "bazel",  "meson",    "ninja",
     "make",   "cmake",   "just",  "npm",     "npx",   "pnpm",    "yarn",   "bun",      "deno",
     "node",   "dotnet",  "swift", "julia",   "dart",  "flutter", "stack",  "cabal",    "dune",
     "python", "python3", "ruby",  "perl",    "php",   "java"});

bool is_command_word_end(char c) {
  return std::string_view(" \t\n|;&()<>").find(c) != std::string_view::npos;
}

// "CI=1 ./run.sh -q | tail": "./run.sh".
std::string_view first_program(std::string_view command) {
  command.remove_prefix(std::min(command.find_first_not_of(" \t\n("), command.size()));
  while (true) {
    const auto size = static_cast<std::size_t>(
        std::find_if(command.begin(), command.end(), is_command_word_end) - command.begin());
    const std::string_view word = command.substr(0, size);
    if (word.empty() || !has(word, "=")) return word;
    command.remove_prefix(size);
    command.remove_prefix(std::min(command.find_first_not_of(" \t"), command.size()));
  }
}

bool has_word(std::string_view command, std::string_view word) {
  for (std::size_t at = command.find(word); at != command.npos; at = command.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || is_command_word_end(command[at - 1])) &&
        (end == command.size() || is_command_word_end(command[end])))
      return true;
  }
  return false;
}

// Of a program whose name says nothing, it is known that it was to test if the command does nothing else. (It
// may look for something that needn't be there: `xclip -o || true; ./all`.)
bool is_one_pipeline(std::string_view command) {
  return command.find_first_of(";\n") == command.npos && !has(command, "||");
}

// "sort < tests.txt": a shell says of such a file what it says of a program.
bool is_redirection(std::string_view name, std::string_view command) {
  for (std::size_t at = command.find(name); at != command.npos; at = command.find(name, at + 1)) {
    const std::size_t before = command.substr(0, at).find_last_not_of(" \"'");
    if (before != command.npos && (command[before] == '<' || command[before] == '>')) return true;
  }
  return false;
}

// "pytest || python3 all.py": what stands there instead isn't there only to say that all is well.
bool has_substitute(std::string_view command) {
  constexpr std::array kNone = std::to_array<std::string_view>({"true", ":", "echo", "printf", "exit"});
  for (std::size_t at = command.find("||"); at != std::string_view::npos; at = command.find("||")) {
    command.remove_prefix(at + 2);
    if (std::find(kNone.begin(), kNone.end(), first_program(command)) == kNone.end()) return true;
  }
  return false;
}

std::string_view without_folder(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool runs_tests(std::string_view program, std::string_view command) {
  if (program.empty() || has(program, " ") || is_redirection(program, command)) return false;
  if (program == first_program(command) && is_one_pipeline(command)) return true;
  const std::string_view file = without_folder(program);
  if (std::find(kRunners.begin(), kRunners.end(), file) != kRunners.end()) return true;
  std::string name(program.starts_with('/') ? file : program);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return has(name, "test") || has(name, "spec");
}

// The text without what it has to end with.
std::optional<std::string_view> text_before(std::string_view text, std::string_view end) {
  if (!text.ends_with(end)) return std::nullopt;
  return text.substr(0, text.size() - end.size());
}

// "/bin/sh: 1: pytest: not found", "bash: line 1: jest: command not found", "sh: 0: cannot open test.sh: No
// such file"
std::string_view missing_in_shell(std::string_view line) {
  constexpr std::array kShells = std::to_array<std::string_view>({"sh", "bash", "dash", "ash", "ksh", "zsh"});
  const std::size_t colon = std::min(line.find(": "), line.size());
  const std::string_view shell = without_folder(line.substr(0, colon));
  if (std::find(kShells.begin(), kShells.end(), shell) == kShells.end()) return {};
  Cursor cursor(line.substr(colon));
  cursor.take(": ");
  if (cursor.take("0: cannot open ")) return text_before(cursor.rest(), ": No such file").value_or("");
  Cursor numbered = cursor;
  numbered.take("line ");
  if (numbered.number() && numbered.take(": ")) cursor = numbered;
  for (const std::string_view reason : {": command not found", ": not found", ": No such file or directory",
                                        ": Permission denied", ": cannot execute: required file not found"}) {
    if (const auto program = text_before(cursor.rest(), reason)) return *program;
  }
  return {};
}

// What builds look for as well, without needing it (`$(shell python -V)`): of these the command has to speak.
bool is_other_help(std::string_view program, std::string_view command) {
  constexpr std::array kGeneral = std::to_array<std::string_view>(
      {"python", "python3", "ruby",  "perl",  "php",  "java", "node", "make", "cmake", "ninja", "go",
       "cargo",  "dotnet",  "swift", "julia", "deno", "bun",  "npm",  "npx",  "yarn",  "pnpm"});
  const std::string_view file = without_folder(program);
  return std::find(kGeneral.begin(), kGeneral.end(), file) != kGeneral.end() && !has(command, file);
}

// "make nope | tail" is to make that and nothing else, whatever its name says.
bool is_missing_by_name(std::string_view line, std::string_view command) {
  const auto names = [line, command](const Missing& missing) {
    if (!line.starts_with(missing.before)) return false;
    const auto name = text_before(line.substr(missing.before.size()), missing.after);
    return name && !name->empty() && has_word(command, *name);
  };
  return std::any_of(kMissing.begin(), kMissing.end(), names) && is_one_pipeline(command);
}

// "env: 'node': No such file or directory"
bool is_missing_behind_wrapper(std::string_view line, std::string_view command) {
  constexpr std::array kWrappers = std::to_array<std::string_view>(
      {"env: ", "/usr/bin/env: ", "timeout: failed to run command ", "nohup: failed to run command ",
       "stdbuf: failed to run command ", "nice: ", "xargs: ", "time: cannot run "});
  for (const std::string_view wrapper : kWrappers) {
    if (!line.starts_with(wrapper)) continue;
    for (const std::string_view reason : {": No such file or directory", ": Permission denied"}) {
      auto program = text_before(line.substr(wrapper.size()), reason);
      if (!program) continue;
      for (const std::string_view quote : {"'", "\xE2\x80\x98", "\xE2\x80\x99"}) {
        if (program->starts_with(quote)) program->remove_prefix(quote.size());
        if (program->ends_with(quote)) program->remove_suffix(quote.size());
      }
      return runs_tests(*program, command) ||
             (wrapper.substr(0, wrapper.find(':')) == first_program(command) && is_one_pipeline(command));
    }
  }
  return false;
}

// "/usr/bin/python3: No module named pytest", "python3: can't open file '/x/test.py': [Errno 2] No such file
// …"
bool is_missing_in_python(std::string_view line, std::string_view command) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || !without_folder(line.substr(0, colon)).starts_with("python"))
    return false;
  Cursor cursor(line.substr(colon + 2));
  std::string_view program;
  if (cursor.take("No module named ")) {
    program = cursor.rest();
  } else if (cursor.take("Error while finding module specification for '") ||
             cursor.take("can't open file '")) {
    program = cursor.rest().substr(0, cursor.rest().find('\''));
  }
  return runs_tests(program, command) ||
         (!program.empty() && without_folder(first_program(command)).starts_with("python") &&
          is_one_pipeline(command));
}

}  // namespace

bool says_python_died(std::string_view before, std::string_view line, std::string_view command) {
  if (before != "Traceback (most recent call last):" || !line.starts_with("File \"")) return false;
  const bool hides_codes = command.find_first_of("|;\n") != std::string_view::npos;
  return hides_codes && (line.ends_with(", in <module>") || line.ends_with(", in _run_module_as_main")) &&
         !has_substitute(command);
}

bool says_program_died(std::string_view line, std::string_view command) {
  static const FormSet deaths(kDeaths);
  return deaths.fits(line) && !has_substitute(command);
}

bool says_tests_not_started(std::string_view line, std::string_view command) {
  static const FormSet failures(kStartFailures);
  const std::string_view missing = missing_in_shell(line);
  const bool said = failures.fits(line) || is_missing_by_name(line, command) ||
                    (runs_tests(missing, command) && !is_other_help(missing, command)) ||
                    is_missing_behind_wrapper(line, command) || is_missing_in_python(line, command);
  return said && !has_substitute(command);
}

}  // namespace proctor::format
