#include "framework/hide_tests.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/remove_tree.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr const char* kMetadata = ".meta/tests-metadata.json";

bool is_within(const fs::path& path, const fs::path& directory) {
  return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

// The build may have put symbolic links in the place of directories, or taken its own rights to them away.
bool remove_below(const fs::path& place, const fs::path& path) {
  std::error_code error;
  const fs::path directory = fs::canonical(path.parent_path(), error);
  if (error || !is_within(directory, place)) return true;
  const fs::path entry = directory / path.filename();
  if (remove_tree(entry)) return true;
  fs::permissions(directory, fs::perms::owner_all, fs::perm_options::add, error);
  return remove_tree(entry);
}

}  // namespace

Result<void> hide_tests(const Context& context, const Definition& definition) {
  const std::vector<std::string>& compiled = definition.exercise.compiled;
  if (!context.exercise || compiled.empty()) return {};
  const fs::path& root = context.workspace.root();
  std::vector<fs::path> spent{root / kMetadata};
  for (const std::string& file : context.exercise->tests) {
    const std::string name = fs::path(file).filename().string();
    const auto fits = [&name](const std::string& glob) { return glob_matches(glob, name); };
    if (!std::any_of(compiled.begin(), compiled.end(), fits)) continue;
    // It may be a link to the file that holds the text.
    std::error_code error;
    const fs::path real = fs::canonical(root / file, error);
    if (!error && real != root / file) spent.push_back(real);
    spent.push_back(root / file);
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(context.workspace.tmp(), error))
    spent.push_back(entry.path());
  for (const fs::path& path : spent) {
    if (!remove_below(context.workspace.place(), path))
      return fail(ErrorCode::internal_error,
                  fmt::format("{} can't be removed before the tests run", path.string()));
  }
  return {};
}

}  // namespace proctor::framework
