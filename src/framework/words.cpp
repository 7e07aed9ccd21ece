#include "framework/words.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/toml.hpp"
#include "framework/builtin.hpp"

namespace proctor::framework {
namespace {

constexpr std::string_view kFile = "words.toml";

std::optional<std::vector<std::string>> strings(const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> list;
  for (const toml::node& item : *array) {
    const auto* text = item.as_string();
    if (text == nullptr) return std::nullopt;
    list.push_back(text->get());
  }
  return list;
}

Result<void> add_rows(const toml::table& kinds, const std::string& tool, std::vector<format::WordRow>& rows) {
  for (const auto& [kind, node] : kinds) {
    const auto word = format::word_named(kind.str());
    auto patterns = strings(node);
    if (!word || !patterns) {
      return fail(ErrorCode::invalid_request,
                  fmt::format("words of {}: {} isn't known, or no list of patterns", tool, kind.str()));
    }
    for (std::string& pattern : *patterns) rows.push_back({tool, *word, std::move(pattern)});
  }
  return {};
}

Result<void> add_file(const BuiltinFile& file, WordFile& words) {
  const auto table = parse_toml(file.text, fmt::format("{}/{}", file.framework, file.path));
  if (!table) return tl::unexpected(table.error());
  if (file.path == "framework.toml") {
    const toml::table* evidence = (*table)["evidence"].as_table();
    return evidence == nullptr ? Result<void>()
                               : add_rows(*evidence, std::string(file.framework), words.rows);
  }
  for (const auto& [name, node] : *table) {
    const toml::table* kinds = node.as_table();
    if (kinds != nullptr) {
      if (auto added = add_rows(*kinds, std::string(name.str()), words.rows); !added) return added;
    } else if (auto prefixes = strings(node)) {
      words.prefixes = std::move(*prefixes);
    }
  }
  return {};
}

}  // namespace

Result<WordFile> read_words() {
  WordFile words;
  for (const BuiltinFile& file : builtin_files()) {
    if (file.path != "framework.toml" && file.path != kFile) continue;
    if (auto added = add_file(file, words); !added) return tl::unexpected(added.error());
  }
  return words;
}

const format::WordTable& words() {
  static const format::WordTable kTable = [] {
    auto file = read_words();  // a test reads it, so that a bad one never gets into a release
    if (!file) file = WordFile();
    return std::move(format::WordTable::make(std::move(file->rows), file->prefixes).value());
  }();
  return kTable;
}

}  // namespace proctor::framework
