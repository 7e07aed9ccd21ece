#include "framework/place.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <vector>

#include "format/digits.hpp"

namespace proctor::framework {
namespace {

constexpr int kMostPlaces = 1'000;         // that are looked at
constexpr std::size_t kMostFolders = 200;  // in one

// Below the root, and there; or empty.
std::string own_file(const std::filesystem::path& file, const std::filesystem::path& root) {
  const auto path = (root / file).lexically_normal().lexically_relative(root.lexically_normal());
  std::error_code error;
  const std::string name = path.string();
  const bool is_own = !name.starts_with("..") && name.find("node_modules/") == std::string::npos;
  return is_own && std::filesystem::is_regular_file(root / path, error) ? name : "";
}

std::vector<std::filesystem::path> folders_in(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end;
       !error && entry != end && found.size() < kMostFolders; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// src/NAME/LANGUAGE of the project and of its modules, which stand up to two levels down.
std::vector<std::filesystem::path> java_sources(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> found;
  const auto add = [&found](const std::filesystem::path& module) {
    for (const auto& set : folders_in(module / "src")) {
      for (const auto& language : folders_in(set)) found.push_back(language);
    }
  };
  add(root);
  for (const auto& module : folders_in(root)) {
    add(module);
    for (const auto& inner : folders_in(module)) add(inner);
  }
  return found;
}

}  // namespace

// A frame of Java names a file without its folders. They follow from what stands before it:
// "PACKAGE.CLASS.METHOD(".
std::string PlaceFinder::java_file(std::string_view before, const std::string& file) {
  if (!before.ends_with('(') || file.find('/') != std::string::npos) return "";
  before.remove_suffix(1);
  before.remove_prefix(before.find_last_of(" \t\n/") + 1);  // "at ", the name of a module
  const auto method = before.rfind('.');
  if (method == std::string_view::npos) return "";
  const auto type = before.rfind('.', method - 1);
  std::string folder(method == 0 || type == std::string_view::npos ? "" : before.substr(0, type));
  std::replace(folder.begin(), folder.end(), '.', '/');
  if (!java_sources_) java_sources_ = java_sources(root_);
  for (const std::filesystem::path& sources : *java_sources_) {
    std::string name = own_file(sources / folder / file, root_);
    if (!name.empty()) return name;
  }
  return "";
}

std::optional<Diagnostic> PlaceFinder::first_in(std::string_view words) {
  // What Python says; what most tools do; Babel's "FILE: words (LINE:COLUMN)".
  static const RE2 pattern(
      R"re(File "([^"\n]+)", line (\d{1,8})|([^\s()\[\]'"`:=]+):(?:(\d{1,8})(?::(\d{1,8}))?| [^\n]*\((\d{1,8}):(\d{1,8})\)))re");
  re2::StringPiece rest(words.data(), words.size());
  re2::StringPiece python, file;
  std::string python_line, line, column, babel_line, babel_column;
  for (int i = 0; i < kMostPlaces && RE2::FindAndConsume(&rest, pattern, &python, &python_line, &file, &line,
                                                         &column, &babel_line, &babel_column);
       ++i) {
    Diagnostic place;
    const re2::StringPiece& named = python.empty() ? file : python;
    place.file = own_file(std::string(named), root_);
    if (place.file.empty() && python.empty() && !line.empty())
      place.file =
          java_file({words.data(), static_cast<std::size_t>(file.data() - words.data())}, std::string(file));
    if (place.file.empty()) {
      // It was no file of the project. The search goes on right behind its name: the rest of the match may
      // hold one.
      rest = {named.end(), static_cast<std::size_t>(words.data() + words.size() - named.end())};
      continue;
    }
    python_line.append(line).append(babel_line);  // two of them are empty
    place.line = format::number_at(python_line, 0);
    const std::string behind = column + babel_column;
    if (!behind.empty()) place.column = format::number_at(behind, 0);
    return place;
  }
  return std::nullopt;
}

}  // namespace proctor::framework
