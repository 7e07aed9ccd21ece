#include "framework/recognise.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "base/files.hpp"
#include "base/text.hpp"
#include "framework/find_project.hpp"
#include "framework/parts.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestSign = 1U << 20U;

bool is_there(const std::string& glob, const fs::path& root) {
  return !glob_walk(root, glob, [](const fs::path&) { return false; });
}

bool holds(const Sign& sign, const fs::path& root) {
  if (!sign.with.empty() && !is_there(sign.with, root)) return false;
  if (!sign.without.empty() && is_there(sign.without, root)) return false;
  if (sign.has.empty()) return is_there(sign.glob, root);
  RE2::Options quiet;
  quiet.set_log_errors(false);
  const RE2 pattern(sign.has, quiet);
  return !glob_walk(root, sign.glob, [&](const fs::path& file) {
    if (!fs::is_regular_file(file)) return true;
    const auto text = read_if_there(file, kLargestSign);
    const bool says = text && RE2::PartialMatch(*text, pattern) &&
                      (sign.unless.empty() || !RE2::PartialMatch(*text, RE2(sign.unless, quiet)));
    return !says;
  });
}

Likeness likeness(const Definition& definition, const fs::path& root) {
  Likeness most = Likeness::none;
  for (const Sign& sign : definition.recognise) {
    const Likeness says = sign.hint ? Likeness::hint : Likeness::sure;
    if (says > most && holds(sign, root)) most = says;
  }
  return most;
}

}  // namespace

Likeness likeness(const std::vector<Definition>& definitions, const fs::path& root) {
  Likeness most = Likeness::none;
  for (const Definition& definition : definitions) {
    if (!definition.run.command.empty()) most = std::max(most, likeness(definition, root));
  }
  return most;
}

std::vector<std::string> signs_in(const Definition& definition, const fs::path& root) {
  std::vector<std::string> globs;
  for (const Sign& sign : definition.recognise)
    if (holds(sign, root)) globs.push_back(sign.glob);
  return globs;
}

bool is_sure(const Definition& definition, const fs::path& root) {
  return likeness(definition, root) == Likeness::sure;
}

bool recognises(const Definition& definition, const fs::path& root) {
  return likeness(definition, root) != Likeness::none;
}

std::vector<const Definition*> recognised(const std::vector<Definition>& definitions, const fs::path& root) {
  std::vector<const Definition*> sure;
  std::vector<const Definition*> hints;
  for (const Definition& definition : definitions) {
    if (definition.run.command.empty()) continue;
    const Likeness found = likeness(definition, root);
    if (found == Likeness::sure) sure.push_back(&definition);
    if (found == Likeness::hint) hints.push_back(&definition);
  }
  sure.insert(sure.end(), hints.begin(), hints.end());
  return sure;
}

Result<const Definition*> choose(const std::vector<Definition>& definitions, const Request& request,
                                 const fs::path& root) {
  std::string names;
  std::string signs;
  std::string silent;  // those that are there, and say nothing of the framework
  for (const Definition& definition : definitions) {
    if (definition.run.command.empty()) continue;
    if (!request.framework.empty() && definition.name == request.framework) return &definition;
    names += (names.empty() ? "" : ", ") + definition.name;
    const Sign& first = definition.recognise.front();
    if (!first.has.empty() && is_there(first.glob, root))
      silent += fmt::format(", {} says nothing of {}", first.glob, definition.title);
    else
      signs += fmt::format("{}{} ({})", signs.empty() ? "" : ", ", first.glob, definition.name);
  }
  if (!request.framework.empty()) {
    return invalid_field("framework", fmt::format("{} isn't known; there are: {}", request.framework, names));
  }
  const std::vector<const Definition*> found = recognised(definitions, root);
  // Of several, one that has tests: a package.json may name jest for no test at all.
  const auto tested =
      found.size() < 2
          ? found.begin()
          : std::ranges::find_if(found, [&root](const Definition* one) { return has_tests(*one, root); });
  if (!found.empty()) return tested == found.end() ? found.front() : *tested;
  if (request.sources) {
    return fail(
        ErrorCode::test_none_ran,
        fmt::format("No test framework is recognised in what was uploaded: there is no {}{}, and nothing "
                    "else tells. Name it in `framework` ({}).",
                    signs, silent, names));
  }
  std::string text = fmt::format("No test framework is recognised in {}.", root.string());
  const auto below = projects_below(definitions, root);
  for (const auto& [directory, title] : below) {
    text += fmt::format("\nThere are tests of {} in {}: proctor test {}", title,
                        directory.lexically_relative(root).string(), shell_quote(directory.string()));
  }
  const auto others = other_signs(root);
  for (const auto& [what, command] : others) {
    text += fmt::format("\nThere is {}", what);
    if (command.empty()) continue;
    std::error_code error;
    const bool here = fs::equivalent(root, fs::current_path(error), error);
    text += fmt::format(": {}proctor run -- {} would run it",
                        here ? "" : fmt::format("cd {} && ", shell_quote(root.string())), command);
  }
  if (below.empty() && others.empty())
    text += fmt::format(" There is no {}{}, and nothing else tells.", signs, silent);
  return fail(ErrorCode::test_none_ran,
              text + fmt::format("\nName another directory, or the framework with --framework ({}).", names));
}

}  // namespace proctor::framework
