#include "framework/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "base/files.hpp"
#include "base/text.hpp"
#include "framework/find_project.hpp"
#include "framework/recognise.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestTestFile = 1U << 20U;
constexpr std::size_t kMostSeen = 5'000;  // looked at for the test files of one framework
constexpr int kDeepestProject = 3;        // below the root
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

class LooksLike {
 public:
  explicit LooksLike(const TestFiles& files) : files_(files), pattern_(files.has, RE2::Quiet) {}

  bool may_be(const std::string& name) const {
    return std::ranges::any_of(files_.names, [&name](const auto& glob) { return glob_matches(glob, name); });
  }
  bool is(const std::string& name, const std::string& text) const {
    return may_be(name) && RE2::PartialMatch(text, pattern_);
  }

 private:
  const TestFiles& files_;
  RE2 pattern_;
};

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

  // `others` have the files that look like theirs, too.
  bool has_tests(const Definition& definition, const fs::path& directory,
                 const std::vector<const Definition*>& others = {}) const {
    if (definition.test_files.names.empty()) return true;
    const LooksLike own(definition.test_files);
    std::vector<std::unique_ptr<LooksLike>> of_others;
    of_others.reserve(others.size());
    for (const Definition* one : others) of_others.push_back(std::make_unique<LooksLike>(one->test_files));
    std::size_t left = kMostSeen;
    return any_test_file(
        [&](const std::string& name, const fs::path& file) {
          if (!own.may_be(name)) return false;
          const auto text = read_if_there(file, kLargestTestFile);
          return text && own.is(name, *text) &&
                 std::ranges::none_of(of_others, [&](const auto& one) { return one->is(name, *text); });
        },
        directory, kDeepestTestFile, left);
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

  template <typename IsTestFile>
  bool any_test_file(const IsTestFile& is_test_file, const fs::path& directory, int depth,
                     std::size_t& left) const {
    std::error_code error;
    for (auto it = fs::directory_iterator(directory, error);
         !error && left > 0 && it != fs::directory_iterator(); it.increment(error), --left) {
      std::error_code kind;
      if (it->is_regular_file(kind) && is_test_file(it->path().filename().string(), it->path())) return true;
    }
    if (depth == 0) return false;
    const auto below = directories_in(directory);
    return std::any_of(below.begin(), below.end(), [&](const fs::path& one) {
      return any_test_file(is_test_file, one, depth - 1, left);
    });
  }

  fs::path root_;
  std::vector<std::string> ignored_;
};

// One framework is recognised by a file (package.json, say) that could name the other one, too: that file
// says how the project's tests are run.
bool share_a_sign(const Definition& other, const Definition& chosen, const fs::path& directory) {
  const auto signs = signs_in(chosen, directory);
  return std::any_of(other.recognise.begin(), other.recognise.end(), [&signs](const Sign& sign) {
    return std::find(signs.begin(), signs.end(), sign.glob) != signs.end();
  });
}

bool is_below(const std::string& directory, const std::string& above) {
  return above.empty() ? !directory.empty() : directory.starts_with(above + '/');
}

// Whether one of a framework's signs can hold in a directory with these entries. Most directories are no
// project, and to look for each sign in each of them takes long.
bool may_be(const Definition& definition, const std::vector<std::string>& names) {
  return std::ranges::any_of(definition.recognise, [&names](const Sign& sign) {
    const std::string first = sign.glob.substr(0, sign.glob.find('/'));
    return first == "**" || std::ranges::any_of(names, [&first](const std::string& name) {
             return glob_matches(first, name);
           });
  });
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
       it.increment(error))
    names.push_back(it->path().filename().string());
  return names;
}

class Finding {
 public:
  Finding(const std::vector<Definition>& definitions, const fs::path& root)
      : definitions_(definitions), root_(root), search_(root_) {}

  // Adds what has tests in a directory and isn't run by the tool of another part.
  void look_at(const std::string& below) {
    const fs::path directory = root_ / below;
    const std::vector<std::string> names = names_in(directory);
    std::vector<const Definition*> sure;
    std::vector<const Definition*> hints;
    for (const Definition& one : definitions_) {
      if (one.run.command.empty() || !may_be(one, names)) continue;
      if (is_sure(one, directory))
        sure.push_back(&one);
      else if (recognises(one, directory))
        hints.push_back(&one);
    }
    // Below another part a hint is too little.
    const bool alone =
        std::ranges::none_of(parts_, [&](const Part& one) { return is_below(below, one.directory); });
    for (const Definition* one : sure) add(*one, below, directory, {});
    if (!alone) return;
    // What is only hinted at has what no other part there has: `a.test.js` may be jest's or Node's own.
    for (const Definition* one : hints) {
      std::vector<const Definition*> others;
      for (const Part& part : parts_)
        if (part.directory == below) others.push_back(part.definition);
      add(*one, below, directory, others);
    }
  }

  // Whatever there is of its tests.
  void take(const Definition& definition, const std::string& below) {
    parts_.push_back({below, &definition});
  }

  void look_below() {
    std::vector<fs::path> level{root_};
    for (int depth = 0; depth < kDeepestProject; ++depth) {
      std::vector<fs::path> next;
      for (const fs::path& parent : level) {
        for (fs::path& directory : search_.directories_in(parent)) {
          look_at(directory.lexically_relative(root_).string());
          next.push_back(std::move(directory));
        }
      }
      level = std::move(next);
    }
  }

  std::vector<Part> parts() { return std::move(parts_); }

 private:
  void add(const Definition& definition, const std::string& below, const fs::path& directory,
           const std::vector<const Definition*>& others) {
    for (const Part& one : parts_) {
      if (one.directory != below && !is_below(below, one.directory)) continue;
      if (covers(*one.definition, definition) || share_a_sign(definition, *one.definition, directory)) return;
    }
    if (search_.has_tests(definition, directory, others)) parts_.push_back({below, &definition});
  }

  const std::vector<Definition>& definitions_;
  fs::path root_;
  Search search_;
  std::vector<Part> parts_{};
};

// The framework of a directory, and the others that have tests there.
Result<void> look_in(Finding& finding, const std::vector<Definition>& definitions,
                     const std::string& framework, const fs::path& directory, const std::string& below) {
  Request request;
  request.framework = framework;
  const auto chosen = choose(definitions, request, directory);
  if (!chosen) return tl::unexpected(chosen.error());
  finding.take(**chosen, below);
  if (framework.empty()) finding.look_at(below);
  return {};
}

}  // namespace

bool covers(const Definition& one, const Definition& other) {
  return one.name == other.name || std::ranges::find(one.covers, other.name) != one.covers.end();
}

std::string Part::from_root(const std::string& file) const {
  if (directory.empty() || file.empty() || file.starts_with('/')) return file;
  return file == "." ? directory : (fs::path(directory) / file).lexically_normal().string();
}

std::string Part::from_part(const std::string& file) const {
  if (directory.empty()) return file;
  if (file == directory) return ".";
  return is_below(file, directory) ? file.substr(directory.size() + 1) : std::string();
}

bool has_tests(const Definition& definition, const fs::path& root) {
  return Search(root).has_tests(definition, root);
}

Result<std::vector<Part>> parts_of(const std::vector<Definition>& definitions, const Config& config,
                                   const fs::path& root) {
  Finding finding(definitions, root);
  const std::string& use = config.frameworks.use;
  // A part that is tested by itself may stand below the file that names all of them.
  bool named = false;
  for (const fs::path& project : config.test.projects) {
    const std::string below = project.lexically_normal().lexically_relative(root).string();
    if (below.empty() || below.starts_with("..")) continue;
    named = true;
    std::error_code error;
    if (!fs::is_directory(project, error))
      return fail(ErrorCode::test_config_invalid,
                  fmt::format("proctor.toml names {} below [test] projects, and there is no such directory.",
                              project.string()));
    if (auto looked = look_in(finding, definitions, use, project, below == "." ? "" : below); !looked)
      return fail(ErrorCode::test_config_invalid,
                  "proctor.toml names a project below [test] projects: " + looked.error().message);
  }
  if (named) return finding.parts();
  (void)look_in(finding, definitions, use, root, "");  // what stands in the root may be no project
  if (use.empty()) finding.look_below();
  return finding.parts();
}

std::string unknown_tests(const std::vector<Part>& parts, const Config& config, const fs::path& root) {
  const auto is_part = [&parts](const std::string& below) {
    return std::ranges::any_of(parts, [&below](const Part& one) { return one.directory == below; });
  };
  if (parts.empty() || is_part("") || !config.test.projects.empty() || !config.frameworks.use.empty())
    return {};
  std::string found;
  const Search search(root);
  std::vector<fs::path> level{root};
  for (int depth = 0; depth <= kDeepestProject; ++depth) {
    std::vector<fs::path> next;
    for (const fs::path& directory : level) {
      const std::string below = directory.lexically_relative(root).string();
      if (is_part(below)) continue;
      for (const auto& [what, command] : other_signs(directory)) {
        if (command.empty()) continue;
        const std::string place = shell_quote(directory.string());
        found += fmt::format(" There is {} in {}: `cd {} && proctor run {}` runs it.", what, below, place,
                             command);
      }
      if (depth == kDeepestProject) continue;
      for (fs::path& one : search.directories_in(directory)) next.push_back(std::move(one));
    }
    level = std::move(next);
  }
  if (found.empty()) return {};
  std::vector<std::string> names;
  names.reserve(parts.size());
  for (const Part& part : parts) names.push_back('"' + part.directory + '"');
  return fmt::format(
      "Only the parts that proctor knows were run.{} If those parts are all that counts, write "
      "`projects = [{}]` below [test] in proctor.toml.",
      found, fmt::join(names, ", "));
}

std::string name_of(const Part& part, const std::vector<Part>& all) {
  const auto same =
      std::ranges::count_if(all, [&part](const Part& one) { return one.directory == part.directory; });
  if (part.directory.empty()) return part.definition->title;
  return same > 1 ? fmt::format("{} ({})", part.directory, part.definition->title) : part.directory;
}

}  // namespace proctor::framework
