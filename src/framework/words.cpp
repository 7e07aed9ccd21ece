#include "framework/words.hpp"

#include <utility>

#include "base/exception.hpp"
#include "framework/builtin.hpp"
#include "framework/definition.hpp"
#include "framework/toml_value.hpp"

namespace proctor::framework {
namespace {

// One pattern for each thing that may stand before a line.
TomlReader prefixes_into(std::vector<std::string>& prefixes) {
  return [&prefixes](const TomlValue& value) {
    return read_items(value, "a list of patterns", [&](const TomlValue& item) {
      return read_pattern(item, prefixes.emplace_back(), format::row_fault);
    });
  };
}

// The prefixes, and a table like [evidence] for each tool.
Result<void> read_words_toml(std::string_view text, WordFile& words) {
  constexpr std::string_view kName = "frameworks/words.toml";
  const auto parsed = parse_toml(text, std::string(kName));
  if (!parsed) return tl::unexpected(parsed.error());
  TomlKeys keys{{"prefixes", prefixes_into(words.prefixes)}};
  for (const auto& entry : *parsed) {
    keys.try_emplace(entry.first.str(), [&words](const TomlValue& value) -> Result<void> {
      const std::size_t before = words.rows.size();
      if (auto done = read_evidence(value, words.rows); !done) return done;
      for (std::size_t i = before; i < words.rows.size(); ++i) words.rows[i].tool = value.key;
      return {};
    });
  }
  return read_table({*parsed, "", kName}, keys);
}

}  // namespace

Result<void> read_evidence(const TomlValue& value, std::vector<format::WordRow>& rows) {
  TomlKeys keys;
  for (const auto& [name, word] : format::all_words()) {
    keys[name] = [&rows, word = word](const TomlValue& patterns) {
      return read_items(patterns, "a list of patterns", [&](const TomlValue& item) {
        return read_pattern(item, rows.emplace_back(format::WordRow{.word = word}).pattern,
                            format::row_fault);
      });
    };
  }
  return read_table(value, keys);
}

Result<WordFile> read_words() {
  WordFile words;
  for (const Definition& one : definitions())
    words.rows.insert(words.rows.end(), one.evidence.begin(), one.evidence.end());
  for (const BuiltinFile& file : builtin_files()) {
    if (!file.framework.empty() || file.path != "words.toml") continue;
    if (auto done = read_words_toml(file.text, words); !done) return tl::unexpected(done.error());
  }
  return words;
}

const format::WordTable& words() {
  static const format::WordTable kTable = [] {
    auto file = read_words();
    if (!file) throw Failure(file.error());  // the build has checked it (check_folders.cpp)
    return std::move(format::WordTable::make(std::move(file->rows), file->prefixes).value());
  }();
  return kTable;
}

}  // namespace proctor::framework
