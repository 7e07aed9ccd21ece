#include "framework/find_project.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.hpp"
#include "framework/parts.hpp"
#include "framework/recognise.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestFile = 1U << 20U;
constexpr std::size_t kMostEntries = 2000;  // of a directory

struct OtherSign {
  const char* glob;
  const char* has;  // RE2; empty: any content
  const char* what;
  const char* command;  // empty: there is nothing to run
};

constexpr OtherSign kOtherSigns[] = {
    {"package.json", R"("test"\s*:\s*"echo \\"Error: no test specified)",
     "no test in package.json yet: its script is what `npm init` writes (\"no test specified\"). Write the "
     "command "
     "of its tests there, or give it to proctor: proctor call Test --yes --args '{\"command\": \"COMMAND\"}'",
     ""},
    {"package.json", R"("test"\s*:\s*"[^"]*[^" ][^"]*")", "a test script in package.json", "npm test"},
    {"[Mm]akefile", R"((?m)^test\s*:)", "a Makefile with tests", "make test"},
    {"[Mm]akefile", R"((?m)^check\s*:)", "a Makefile with checks", "make check"},
    {"[Jj]ustfile", R"((?m)^test\b.*:)", "a justfile with tests", "just test"},
    {"*.sln", "", "a .NET solution", "dotnet test"},
    {"*.csproj", "", "a .NET project", "dotnet test"},
    {"Rakefile", R"(TestTask|:test\b|:spec\b)", "a Rakefile with tests", "rake test"},
    {"mix.exs", "", "a mix.exs", "mix test"},
    {"pubspec.yaml", "", "a pubspec.yaml", "dart test"},
    {"meson.build", "", "a meson.build", "meson test -C build"},
    {"Package.swift", "", "a Package.swift", "swift test"},
    {"build.zig", "", "a build.zig", "zig build test"},
    {"stack.yaml", "", "a stack.yaml", "stack test"},
    {"*.cabal", "", "a cabal package", "cabal test"},
    {"composer.json", R"("test"\s*:)", "a test script in composer.json", "composer test"},
    {"tox.ini", "", "a tox.ini", "tox"},
    {"noxfile.py", "", "a noxfile.py", "nox"},
};

bool is_repository(const fs::path& directory) {
  std::error_code error;
  return fs::exists(directory / ".git", error) || fs::exists(directory / ".hg", error);
}

// What lies in such a directory belongs to many projects, or to other people.
bool is_common(const fs::path& directory) {
  std::error_code error;
  const auto rights = fs::status(directory, error).permissions();
  const char* home = std::getenv("HOME");
  return directory == directory.root_path() || (rights & fs::perms::sticky_bit) != fs::perms::none ||
         (home != nullptr && directory == fs::path(home));
}

}  // namespace

bool tests_lie_in(const std::vector<Definition>& definitions, const fs::path& project,
                  const fs::path& directory) {
  return std::ranges::any_of(recognised(definitions, project),
                             [&directory](const Definition* one) { return has_tests(*one, directory); });
}

std::optional<fs::path> project_around(const std::vector<Definition>& definitions,
                                       const fs::path& directory) {
  std::optional<fs::path> hinted;
  // A project of a kind that no folder knows: those above it count only if they have tests in it.
  const bool is_strange =
      likeness(definitions, directory) == Likeness::none && !other_signs(directory).empty();
  for (fs::path at = directory;; at = at.parent_path()) {
    if (at != directory && is_common(at)) return hinted;
    if (is_strange && at != directory && !tests_lie_in(definitions, at, directory)) {
      if (is_repository(at)) return std::nullopt;
      continue;
    }
    switch (likeness(definitions, at)) {
      case Likeness::sure:
        return hinted && !tests_lie_in(definitions, at, *hinted) ? hinted : at;
      case Likeness::hint:
        if (!hinted) hinted = at;
        break;
      case Likeness::none:
        break;
    }
    if (is_repository(at) || at == at.parent_path()) return hinted;
  }
}

std::vector<std::pair<fs::path, std::string>> projects_below(const std::vector<Definition>& definitions,
                                                             const fs::path& directory, std::size_t most) {
  std::vector<std::pair<fs::path, std::string>> found;
  std::vector<fs::path> level{directory};
  for (int depth = 0; depth < 2; ++depth) {
    std::vector<fs::path> next;
    for (const fs::path& parent : level) {
      std::vector<fs::path> children;
      std::error_code error;
      for (auto it = fs::directory_iterator(parent, error);
           !error && it != fs::directory_iterator() && children.size() < kMostEntries; it.increment(error)) {
        const std::string name = it->path().filename();
        std::error_code kind;
        if (name.starts_with('.') || name == "node_modules" || !it->is_directory(kind) ||
            it->is_symlink(kind))
          continue;
        children.push_back(it->path());
      }
      std::sort(children.begin(), children.end());
      for (fs::path& child : children) {
        const auto known = recognised(definitions, child);
        if (known.empty())
          next.push_back(std::move(child));
        else
          found.emplace_back(std::move(child), known.front()->title);
        if (found.size() >= most) return found;
      }
    }
    level = std::move(next);
  }
  return found;
}

std::vector<std::pair<std::string, std::string>> other_signs(const fs::path& directory) {
  std::vector<std::pair<std::string, std::string>> signs;
  std::string_view nothing_in;
  for (const OtherSign& sign : kOtherSigns) {
    if (sign.glob == nothing_in) continue;
    const bool there = !glob_walk(directory, sign.glob, [&](const fs::path& file) {
      std::error_code error;
      if (!fs::is_regular_file(file, error)) return true;
      return *sign.has != '\0' &&
             !RE2::PartialMatch(read_if_there(file, kLargestFile).value_or(""), RE2(sign.has, RE2::Quiet));
    });
    const auto same = [&sign](const auto& known) {
      return known.first == sign.what || known.second == sign.command;
    };
    if (there && std::none_of(signs.begin(), signs.end(), same)) signs.emplace_back(sign.what, sign.command);
    if (there && *sign.command == '\0') nothing_in = sign.glob;
  }
  return signs;
}

}  // namespace proctor::framework
