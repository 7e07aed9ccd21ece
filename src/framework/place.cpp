#include "framework/place.hpp"

#include <re2/re2.h>

#include <string>

#include "format/digits.hpp"

namespace proctor::framework {
namespace {

constexpr int kMostPlaces = 1'000;  // that are looked at

// Below the root, and there; or empty.
std::string own_file(const std::string& file, const std::filesystem::path& root) {
  const auto path = (root / file).lexically_normal().lexically_relative(root.lexically_normal());
  std::error_code error;
  const std::string name = path.string();
  const bool is_own = !name.starts_with("..") && name.find("node_modules/") == std::string::npos;
  return is_own && std::filesystem::is_regular_file(root / path, error) ? name : "";
}

}  // namespace

std::optional<Diagnostic> place_in(std::string_view words, const std::filesystem::path& root) {
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
    place.file = own_file(std::string(named), root);
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
