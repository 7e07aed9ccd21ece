#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/paths.hpp"
#include "framework/forge_filters.hpp"
#include "history/recording.hpp"
#include "run/projects.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Part;

bool lies_in(const std::string& directory, const std::string& other) {
  return other.empty() || directory == other || directory.starts_with(other + '/');
}

// The directory of the part that a file belongs to: the deepest one around it; none: no part is around it.
std::optional<std::string> home_of(const std::string& file, const std::vector<Part>& all) {
  std::optional<std::string> home;
  for (const Part& part : all) {
    if (!part.from_part(file).empty() && (!home || part.directory.size() > home->size()))
      home = part.directory;
  }
  return home;
}

// Whether a file may be one of the part's. Of several parts in one directory the names of their test files
// tell.
bool is_of(const Part& part, const std::string& file, const std::vector<Part>& all) {
  if (home_of(file, all) != part.directory) return false;
  const auto has_name = [&file](const Part& one) {
    const std::string name = fs::path(file).filename().string();
    const auto& names = one.definition->test_files.names;
    return std::ranges::any_of(
        names, [&name](const std::string& glob) { return framework::glob_matches(glob, name); });
  };
  return has_name(part) || std::ranges::none_of(all, [&](const Part& one) {
           return one.directory == part.directory && has_name(one);
         });
}

// Without what a glob has for a directory and all below it.
std::string path_of(std::string glob) {
  if (glob.ends_with("/**")) glob.resize(glob.size() - 3);
  return glob;
}

// A glob relative to the part; empty: all of it. None: no file of the part is meant.
std::optional<std::string> glob_in(const Part& part, const std::string& glob, const std::vector<Part>& all) {
  const std::string path = path_of(glob);
  const bool below = path != glob;
  // (The parts' directories as a glob has them.)
  std::vector<Part> as_globs = all;
  for (Part& one : as_globs) one.directory = framework::exact_glob(one.directory);
  Part here = part;
  here.directory = framework::exact_glob(part.directory);
  if (below && lies_in(here.directory, path)) return "";
  if (below ? home_of(path, as_globs) != here.directory : !is_of(here, path, as_globs)) return std::nullopt;
  return here.from_part(glob);
}

std::string plain(std::string path) {
  path = fs::path(path).lexically_normal().string();
  if (path.ends_with('/')) path.pop_back();
  return path == "." ? "" : path;
}

// None: nothing of what is asked for lies in the part.
std::optional<Request> request_for(const Part& part, const Request& asked, const std::vector<Part>& all) {
  Request request = asked;
  request.projects.clear();
  if (!request.framework.empty() && request.framework != part.definition->name) return std::nullopt;
  // What the tool itself knows of tests that it leaves out still counts against a pass.
  if (!asked.projects.empty() && std::ranges::none_of(asked.projects, [&part](const std::string& one) {
        return lies_in(part.directory, plain(one));
      }))
    return std::nullopt;
  request.only.clear();
  for (TestId test : asked.only) {
    // A name alone may be anybody's.
    if (!test.file.empty()) {
      if (!is_of(part, test.file, all)) continue;
      test.file = part.from_part(test.file);
    }
    request.only.push_back(std::move(test));
  }
  if (request.only.empty() && !asked.only.empty()) return std::nullopt;
  request.paths.clear();
  bool whole = false;
  for (const std::string& glob : asked.paths) {
    const auto own = glob_in(part, glob, all);
    if (!own) continue;
    whole = whole || own->empty();
    request.paths.push_back(*own);
  }
  if (request.paths.empty() && !asked.paths.empty()) return std::nullopt;
  if (whole) request.paths.clear();
  // A glob that may begin anywhere is for all.
  if (!asked.match_path.empty() && !asked.match_path.starts_with('*')) {
    if (home_of(asked.match_path, all) != part.directory) return std::nullopt;
    request.match_path = part.from_part(asked.match_path);
  }
  return request;
}

}  // namespace

Result<std::vector<PartToRun>> parts_for(const Request& request, const std::vector<Part>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Part& part : all)
    names.push_back(part.directory.empty() ? fmt::format(". ({})", part.definition->title)
                                           : name_of(part, all));
  const std::string known = fmt::format("{}", fmt::join(names, ", "));
  for (const std::string& project : request.projects) {
    if (std::ranges::none_of(all, [&](const Part& part) { return lies_in(part.directory, plain(project)); }))
      return invalid_field("--project", fmt::format("{} has no tests that proctor knows of; there are {}. "
                                                    "`proctor test PATH` tests a directory by itself.",
                                                    project, known.empty() ? "none" : known));
  }
  std::vector<PartToRun> chosen;
  for (const Part& part : all)
    if (auto own = request_for(part, request, all)) chosen.push_back({part, *std::move(own)});
  if (chosen.empty())
    return fail(
        ErrorCode::test_none_ran,
        fmt::format("Nothing of what was asked for lies in a part of the project: there are {}.", known));
  return chosen;
}

Result<Projects> projects_of(const Request& request, const std::vector<framework::Definition>& definitions,
                             const Config& config, const fs::path& root) {
  auto all = framework::parts_of(definitions, config, root);
  if (!all) return tl::unexpected(all.error());
  Projects projects{.root = root, .all = *std::move(all)};
  const auto is_named = [&request](const Part& part) { return part.definition->name == request.framework; };
  if (projects.all.empty() && request.projects.empty()) return projects;
  if (!request.framework.empty() && std::ranges::none_of(projects.all, is_named)) return projects;
  auto chosen = parts_for(request, projects.all);
  if (!chosen) return tl::unexpected(chosen.error());
  projects.chosen = *std::move(chosen);
  if (history::is_complete(request)) projects.unknown = framework::unknown_tests(projects.all, config, root);
  return projects;
}

fs::path memory_of(const Part& part, const std::vector<Part>& all, const fs::path& root) {
  const auto first =
      std::ranges::find_if(all, [&part](const Part& one) { return one.directory == part.directory; });
  const fs::path place = part.directory.empty() ? root : root / part.directory;
  const bool is_first = first == all.end() || first->definition->name == part.definition->name;
  return is_first ? place : fs::path(place.string() + '\n' + part.definition->name);
}

}  // namespace proctor
