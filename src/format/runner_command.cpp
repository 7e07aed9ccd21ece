#include "format/runner_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

using Words = std::span<const ShellWord>;

struct ProgramAndWord {
  std::string_view program;
  std::string_view word;
};

// By themselves, and by the word behind them.
constexpr std::array kFrameworks =
    std::to_array<std::string_view>({"pytest", "py.test", "unittest", "nose2", "ctest", "jest", "mocha",
                                     "vitest", "ava", "bats", "prove", "phpunit", "rspec", "gotestsum"});
constexpr std::array kFrameworkPairs = std::to_array<ProgramAndWord>({{"go", "test"},
                                                                      {"cargo", "test"},
                                                                      {"cargo", "nextest"},
                                                                      {"forge", "test"},
                                                                      {"node", "--test"},
                                                                      {"deno", "test"},
                                                                      {"bun", "test"},
                                                                      {"dotnet", "test"},
                                                                      {"mix", "test"},
                                                                      {"swift", "test"},
                                                                      {"mvn", "test"},
                                                                      {"mvn", "verify"},
                                                                      {"mvnw", "test"},
                                                                      {"mvnw", "verify"},
                                                                      {"gradle", "test"},
                                                                      {"gradlew", "test"}});
constexpr std::array kProjectPairs = std::to_array<ProgramAndWord>(
    {{"npm", "test"},     {"npm", "t"},      {"yarn", "test"},    {"pnpm", "test"},
     {"pnpm", "t"},       {"bun", "test"},   {"make", "test"},    {"make", "check"},
     {"ninja", "test"},   {"meson", "test"}, {"bazel", "test"},   {"just", "test"},
     {"task", "test"},    {"tox", ""},       {"nox", ""},         {"hatch", "test"},
     {"rake", "test"},    {"rake", "spec"},  {"rails", "test"},   {"composer", "test"},
     {"nx", "test"},      {"turbo", "test"}, {"gradle", "check"}, {"gradlew", "check"},
     {"sbt", "test"},     {"lein", "test"},  {"stack", "test"},   {"cabal", "test"},
     {"flutter", "test"}, {"dart", "test"},  {"zig", "test"},     {"playwright", "test"},
     {"cypress", "run"}});

// With these they don't test.
constexpr std::array kOtherwise = std::to_array<std::string_view>(
    {"--help", "-h", "--version", "--list", "-list", "--collect-only", "--co", "--listTests", "--show-only",
     "--no-run", "--fixtures", "--markers", "--setup-plan", "--init", "--show-config", "-DskipTests"});
constexpr std::array kOtherwisePairs =
    std::to_array<ProgramAndWord>({{"ctest", "-N"}, {"go", "-c"}, {"bats", "-c"}, {"bats", "--count"}});

// "command -v jest" only asks where it is.
bool asks_for_program(std::span<const ShellWord> words) {
  return words.size() > 1 && words[0].text == "command" && (words[1].text == "-v" || words[1].text == "-V");
}

// Programs that run what stands behind them, after options of their own.
constexpr std::array kWrapperPrograms = std::to_array<std::string_view>(
    {"env", "time", "nice", "nohup", "timeout", "stdbuf", "command", "npx", "bunx", "xvfb-run", "ionice",
     "xargs", "sudo", "nyc", "c8", "cross-env"});
constexpr std::array kWrapperPairs = std::to_array<ProgramAndWord>({{"poetry", "run"},
                                                                    {"pipenv", "run"},
                                                                    {"uv", "run"},
                                                                    {"hatch", "run"},
                                                                    {"pdm", "run"},
                                                                    {"bundle", "exec"},
                                                                    {"pnpm", "exec"},
                                                                    {"pnpm", "dlx"},
                                                                    {"yarn", "run"},
                                                                    {"yarn", "dlx"},
                                                                    {"npm", "exec"},
                                                                    {"rye", "run"},
                                                                    {"coverage", "run"},
                                                                    {"conda", "run"}});
// Programs that run what stands behind the name of a place.
constexpr std::array kPlaced =
    std::to_array<std::string_view>({"docker", "podman", "docker-compose", "kubectl"});
// Options that have a word of their own.
constexpr std::array kWrapperOptions = std::to_array<ProgramAndWord>(
    {{"timeout", "-s"},  {"timeout", "-k"}, {"nice", "-n"},     {"env", "-u"},        {"env", "-C"},
     {"stdbuf", "-i"},   {"stdbuf", "-o"},  {"stdbuf", "-e"},   {"ionice", "-c"},     {"ionice", "-n"},
     {"time", "-f"},     {"time", "-o"},    {"npx", "-p"},      {"npx", "--package"}, {"xargs", "-n"},
     {"xargs", "-P"},    {"xargs", "-I"},   {"xargs", "-d"},    {"xargs", "-L"},      {"sudo", "-u"},
     {"xvfb-run", "-s"}, {"uv", "--with"},  {"uv", "--python"}, {"uv", "-p"},         {"uv", "--extra"},
     {"uv", "--group"},  {"conda", "-n"},   {"python", "-X"},   {"python", "-W"},     {"ssh", "-o"},
     {"ssh", "-p"},      {"ssh", "-i"},     {"ssh", "-l"},      {"ssh", "-F"},        {"ssh", "-J"}});
constexpr std::array kPlaceOptions = std::to_array<std::string_view>({"-e",
                                                                      "-w",
                                                                      "-v",
                                                                      "-u",
                                                                      "-p",
                                                                      "-m",
                                                                      "-n",
                                                                      "-c",
                                                                      "-f",
                                                                      "-l",
                                                                      "-h",
                                                                      "--env",
                                                                      "--workdir",
                                                                      "--volume",
                                                                      "--user",
                                                                      "--name",
                                                                      "--network",
                                                                      "--entrypoint",
                                                                      "--publish",
                                                                      "--env-file",
                                                                      "--mount",
                                                                      "--memory",
                                                                      "--cpus",
                                                                      "--platform",
                                                                      "--namespace",
                                                                      "--context",
                                                                      "--container",
                                                                      "--file",
                                                                      "--project-name"});

bool is_either(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_option(std::string_view word) {
  return word.starts_with('-') || word.starts_with('+');
}

bool has_pair(std::span<const ProgramAndWord> pairs, std::string_view program, std::string_view word) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const ProgramAndWord& pair) {
    return pair.program == program && pair.word == word;
  });
}

// Whether the first word behind the program that is neither an option nor `between` is the one wanted.
bool is_called_with(const ProgramAndWord& pair, Words words, std::string_view between) {
  if (file_of(words.front().text) != pair.program) return false;
  if (pair.word.empty()) return true;
  const auto word = std::find_if(words.begin() + 1, words.end(), [&](const ShellWord& each) {
    return each.text == pair.word || (!is_option(each.text) && each.text != between);
  });
  return word != words.end() && word->text == pair.word;
}

bool is_framework(Words words) {
  return is_either(kFrameworks, file_of(words.front().text)) ||
         std::any_of(kFrameworkPairs.begin(), kFrameworkPairs.end(),
                     [&](const ProgramAndWord& pair) { return is_called_with(pair, words, "clean"); });
}

// "npm run test", "yarn test", also "npm run test:unit"
bool is_project(Words words) {
  const bool script = words.size() > 2 && words[1].text == "run" && words[2].text.starts_with("test:");
  const auto fits = [&](const ProgramAndWord& pair) {
    return is_called_with(pair, words, "run") || (script && is_called_with({pair.program, "run"}, words, ""));
  };
  return std::any_of(kProjectPairs.begin(), kProjectPairs.end(), fits);
}

// "run_tests.sh", "test_a.py", "./a_test", but not "test" alone, which is the shell's own.
bool is_test_file(std::string_view path) {
  const std::string_view file = file_of(path);
  const std::string_view stem = file.substr(0, file.find('.'));
  const std::string_view rest = file.substr(stem.size());
  constexpr std::array kEndings =
      std::to_array<std::string_view>({".sh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php"});
  const bool is_script = std::any_of(kEndings.begin(), kEndings.end(),
                                     [rest](std::string_view ending) { return rest.ends_with(ending); });
  const bool named = stem == "test" || stem == "tests" || stem.starts_with("test_") ||
                     stem.starts_with("test-") || stem.ends_with("_test") || stem.ends_with("-test") ||
                     stem.ends_with("_tests") || stem.ends_with("-tests") || rest.starts_with(".test.") ||
                     rest.starts_with(".spec.");
  return named && (is_script || (rest.empty() && file.size() < path.size()));
}

// "./run_tests.sh", "python3 test_a.py", "sh -x scripts/test.sh"
bool is_script_of_tests(Words words) {
  constexpr std::array kInterpreters = std::to_array<std::string_view>(
      {"sh", "bash", "dash", "zsh", "node", "perl", "ruby", "php", "tsx", "ts-node"});
  const std::string_view program = file_of(words.front().text);
  if (!is_either(kInterpreters, program) && !program.starts_with("python"))
    return is_test_file(words.front().text);
  const auto file = std::find_if(words.begin() + 1, words.end(), [](const ShellWord& word) {
    return !is_option(word.text) || word.text == "-c" || word.text == "-e" || word.text == "-m";
  });
  return file != words.end() && is_test_file(file->text);
}

Words without_place_options(Words words) {
  while (!words.empty() && is_option(words.front().text))
    words = words.subspan(
        is_either(kPlaceOptions, words.front().text) ? std::min<std::size_t>(2, words.size()) : 1);
  return words;
}

// "docker compose exec -T app": nothing if it isn't that.
Words behind_place(Words words) {
  words = without_place_options(words.subspan(1));
  if (!words.empty() && words.front().text == "compose") words = without_place_options(words.subspan(1));
  if (words.empty() || (words.front().text != "exec" && words.front().text != "run")) return {};
  words = without_place_options(words.subspan(1));
  if (words.empty()) return {};
  words = words.subspan(1);
  return !words.empty() && words.front().text == "--" ? words.subspan(1) : words;
}

}  // namespace

bool names_tests(std::string_view command) {
  // A word that begins so, also in the midst of a name ("UnitTests"), and not "latest" or "inspect".
  static const re2::RE2 kNames(fmt::format(
      R"((?:^|[^a-zA-Z])(?i:test|spec|check)|[a-z](?:Test|Spec|Check)|\b(?:{}|tox|nox|behave|cucumber|verify)\b)",
      fmt::join(kFrameworks, "|")));
  return re2::RE2::PartialMatch(re2::StringPiece(command.data(), command.size()), kNames);
}

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::size_t name = equals != word.npos && equals > 0 && word[equals - 1] == '+' ? equals - 1 : equals;
  return equals != std::string_view::npos && name > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(name),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

Words without_options(std::string_view wrapper, Words words) {
  while (!words.empty()) {
    const std::string_view word = words.front().text;
    const bool number = (wrapper == "timeout" && is_digit(word.empty() ? ' ' : word[0]));
    if (!is_option(word) && !number) break;
    words =
        words.subspan(has_pair(kWrapperOptions, wrapper, word) ? std::min<std::size_t>(2, words.size()) : 1);
    if (word == "-m") break;
  }
  return words;
}

Words without_wrappers(Words words) {
  while (!words.empty() && !is_project(words)) {
    const std::string_view program = file_of(words.front().text);
    const std::string_view second = words.size() > 1 ? std::string_view(words[1].text) : std::string_view();
    if (is_assignment(words.front().text)) {
      words = words.subspan(1);
    } else if ((program.starts_with("python") || (program.starts_with('$') && second == "-m")) &&
               is_option(second)) {
      const Words behind = without_options("python", words.subspan(1));
      const std::size_t options = words.size() - behind.size();
      if (behind.empty() || words[options - 1].text != "-m") return words;
      words = behind;
    } else if (has_pair(kWrapperPairs, program, second)) {
      words = without_options(program, words.subspan(2));
    } else if (is_either(kPlaced, program)) {
      const Words behind = behind_place(words);
      if (behind.empty()) return words;
      words = behind;
    } else if (is_either(kWrapperPrograms, program)) {
      words = without_options(program, words.subspan(1));
    } else {
      return words;
    }
  }
  return words;
}

RunnerKind runner_kind(Words all) {
  if (asks_for_program(all)) return RunnerKind::none;
  const Words words = without_wrappers(all);
  if (words.empty()) return RunnerKind::none;
  const std::string_view program = file_of(words.front().text);
  if (std::any_of(words.begin() + 1, words.end(), [program](const ShellWord& word) {
        return is_either(kOtherwise, word.text) || has_pair(kOtherwisePairs, program, word.text);
      }))
    return RunnerKind::none;
  if (is_framework(words)) return RunnerKind::framework;
  return is_project(words) || is_script_of_tests(words) ? RunnerKind::project : RunnerKind::none;
}

}  // namespace proctor::format
