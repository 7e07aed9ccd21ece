#include "framework/other_tests.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files.hpp"
#include "base/text.hpp"
#include "framework/recognise.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestTestFile = 1U << 20U;
constexpr std::size_t kMostSeen = 5'000;  // looked at for the test files of one framework
constexpr int kDeepestProject = 2;        // below the root
constexpr int kDeepestTestFile = 6;       // below the project

// Directories whose tests, if there are any, aren't the project's own.
constexpr auto kForeign = std::to_array<std::string_view>({"node_modules", "bower_components",
                                                           "vendor",       "third_party",
                                                           "third-party",  "thirdparty",
                                                           "external",     "extern",
                                                           "deps",         "_deps",
                                                           "lib",          "testdata",
                                                           "test-data",    "test_data",
                                                           "fixtures",     "__fixtures__",
                                                           "fixture",      "examples",
                                                           "example",      "samples",
                                                           "sample",       "templates",
                                                           "template",     "skeleton",
                                                           "docs",         "doc",
                                                           "build",        "dist",
                                                           "out",          "target",
                                                           "coverage",     "venv",
                                                           "env",          "site-packages",
                                                           "tmp"});

// The plain names and paths of a .gitignore: patterns with more to them are left to git.
std::vector<std::string> ignored_in(const fs::path& root) {
  std::vector<std::string> names;
  const std::string text = read_if_there(root / ".gitignore", kLargestTestFile).value_or("");
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.ends_with('/')) line.remove_suffix(1);
    if (!line.empty() && !line.starts_with('#') && !line.starts_with('!')) names.emplace_back(line);
  }
  return names;
}

class Search {
 public:
  explicit Search(const fs::path& root) : root_(root), ignored_(ignored_in(root)) {}

  // The directories of a directory that may hold tests of the project's own, in order.
  std::vector<fs::path> directories_in(const fs::path& parent) const {
    std::vector<fs::path> found;
    std::error_code error;
    for (auto it = fs::directory_iterator(parent, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      std::error_code kind;
      if (found.size() < kMostSeen && it->is_directory(kind) && !it->is_symlink(kind) && is_own(it->path()))
        found.push_back(it->path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  bool has_tests(const Definition& definition, const fs::path& directory) const {
    if (definition.test_files.names.empty()) return true;
    const RE2 pattern(definition.test_files.has, RE2::Quiet);
    std::size_t left = kMostSeen;
    return any_test_file(definition.test_files.names, pattern, directory, kDeepestTestFile, left);
  }

 private:
  bool is_own(const fs::path& directory) const {
    const std::string name = directory.filename().string();
    std::error_code error;
    if (name.starts_with('.') || name.starts_with("cmake-build-") ||
        std::find(kForeign.begin(), kForeign.end(), name) != kForeign.end())
      return false;
    for (const char* mark : {".git", "pyvenv.cfg", "CMakeCache.txt"})
      if (fs::exists(directory / mark, error)) return false;
    const std::string below = directory.lexically_relative(root_).string();
    return std::none_of(ignored_.begin(), ignored_.end(), [&](const std::string& one) {
      return glob_matches(one, name) || glob_matches(one, below);
    });
  }

  bool any_test_file(const std::vector<std::string>& globs, const RE2& pattern, const fs::path& directory,
                     int depth, std::size_t& left) const {
    std::error_code error;
    for (auto it = fs::directory_iterator(directory, error);
         !error && left > 0 && it != fs::directory_iterator(); it.increment(error), --left) {
      std::error_code kind;
      const std::string name = it->path().filename().string();
      if (!it->is_regular_file(kind) || std::none_of(globs.begin(), globs.end(), [&name](const auto& glob) {
            return glob_matches(glob, name);
          }))
        continue;
      const auto text = read_if_there(it->path(), kLargestTestFile);
      if (text && RE2::PartialMatch(*text, pattern)) return true;
    }
    if (depth == 0) return false;
    const auto below = directories_in(directory);
    return std::any_of(below.begin(), below.end(), [&](const fs::path& one) {
      return any_test_file(globs, pattern, one, depth - 1, left);
    });
  }

  const fs::path& root_;
  std::vector<std::string> ignored_;
};

// The chosen framework is recognised by a file (package.json, say) that could name the other one, too: that
// file says how the project's tests are run.
bool share_a_sign(const Definition& other, const Definition& chosen, const fs::path& directory) {
  const auto signs = signs_in(chosen, directory);
  return std::any_of(other.recognise.begin(), other.recognise.end(), [&signs](const Sign& sign) {
    return std::find(signs.begin(), signs.end(), sign.glob) != signs.end();
  });
}

}  // namespace

bool has_tests(const Definition& definition, const fs::path& root) {
  return Search(root).has_tests(definition, root);
}

std::vector<OtherTests> other_tests(const std::vector<Definition>& definitions, const Definition& chosen,
                                    const fs::path& root) {
  std::vector<OtherTests> found;
  std::vector<std::string> covered = chosen.covers;
  const Search search(root);
  std::vector<fs::path> level{root};
  for (int depth = 0; depth <= kDeepestProject; ++depth) {
    std::vector<fs::path> next;
    for (const fs::path& directory : level) {
      for (const Definition* other : recognised(definitions, directory)) {
        const bool known =
            std::any_of(found.begin(), found.end(), [&](const auto& one) { return one.name == other->name; });
        // Deeper down a hint is too little.
        const bool sure = depth == 0 || is_sure(*other, directory);
        const bool is_covered = std::ranges::find(covered, other->name) != covered.end();
        if (other->name == chosen.name || known || is_covered || !sure ||
            share_a_sign(*other, chosen, directory) || !search.has_tests(*other, directory))
          continue;
        found.push_back({other->name, other->title, directory});
        covered.insert(covered.end(), other->covers.begin(), other->covers.end());
      }
      if (depth == kDeepestProject) continue;
      for (fs::path& below : search.directories_in(directory)) next.push_back(std::move(below));
    }
    level = std::move(next);
  }
  return found;
}

std::string describe(const std::vector<OtherTests>& others, const Definition& chosen, const fs::path& root) {
  if (others.empty()) return {};
  std::string titles;
  std::string commands =
      fmt::format("`proctor test {} --framework {}`", shell_quote(root.string()), chosen.name);
  for (const OtherTests& one : others) {
    const fs::path below = one.directory.lexically_relative(root);
    titles += fmt::format("{}{}{}", titles.empty() ? "" : ", ", one.title,
                          below == "." ? "" : " (in " + below.string() + ")");
    commands +=
        fmt::format(", `proctor test {} --framework {}`", shell_quote(one.directory.string()), one.name);
  }
  return fmt::format(
      "Only the tests of {} were run. The project has tests of {} as well. Run each by itself: {}. If those "
      "of {} "
      "are all that counts, write `use = \"{}\"` below [frameworks] in proctor.toml.",
      chosen.title, titles, commands, chosen.title, chosen.name);
}

}  // namespace proctor::framework
