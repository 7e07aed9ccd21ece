#include "framework/toml_value.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

namespace proctor::framework {
namespace {

constexpr std::string_view kPattern = "a pattern that RE2 takes";

std::string_view kind_of(const toml::node& node) {
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (node.is_string()) return "a string";
  if (node.is_integer()) return "an integer";
  if (node.is_floating_point()) return "a number with a fraction";
  if (node.is_array()) return "a list";
  return node.is_table() ? "a table" : "a date or a time";
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", text);
}

std::string inner_key(const TomlValue& value, std::string_view name) {
  return value.key.empty() ? std::string(name) : fmt::format("{}.{}", value.key, name);
}

tl::unexpected<Error> bad_pattern(const TomlValue& value, std::string_view wanted, std::string_view pattern,
                                  std::string_view fault) {
  return value.bad(wanted, fmt::format("{} ({})", in_quotes(pattern), fault));
}

}  // namespace

tl::unexpected<Error> TomlValue::bad(std::string_view wanted, std::string_view got) const {
  return fail(ErrorCode::invalid_request,
              fmt::format("{}:{}: {}: expected {}, got {}", file, node.source().begin.line, key, wanted,
                          got.empty() ? kind_of(node) : got),
              {{"field", key}});
}

Result<void> read_table(const TomlValue& value, const TomlKeys& keys) {
  const toml::table* table = value.node.as_table();
  if (table == nullptr) return value.bad("a table");
  for (const auto& [name, node] : *table) {
    const auto known = keys.find(name.str());
    if (known == keys.end()) {
      std::string names;
      for (const auto& [one, reader] : keys) names += (names.empty() ? "" : ", ") + std::string(one);
      const std::string key = inner_key(value, name.str());
      return fail(ErrorCode::invalid_request,
                  fmt::format("{}:{}: unknown key {}; known keys here: {}", value.file,
                              name.source().begin.line, key, names),
                  {{"field", key}});
    }
    if (auto done = known->second({node, inner_key(value, name.str()), value.file}); !done) return done;
  }
  return {};
}

Result<void> read_items(const TomlValue& value, std::string_view wanted, const TomlReader& item) {
  const toml::array* array = value.node.as_array();
  if (array == nullptr) return value.bad(wanted);
  for (std::size_t i = 0; i < array->size(); ++i) {
    const TomlValue one{(*array)[i], fmt::format("{}[{}]", value.key, i), value.file};
    if (auto done = item(one); !done) return done;
  }
  return {};
}

Result<void> read(const TomlValue& value, std::string& text) {
  const auto* string = value.node.as_string();
  if (string == nullptr) return value.bad("a string");
  text = string->get();
  return {};
}

Result<void> read(const TomlValue& value, bool& flag) {
  const auto* boolean = value.node.as_boolean();
  if (boolean == nullptr) return value.bad("true or false");
  flag = boolean->get();
  return {};
}

Result<void> read(const TomlValue& value, std::vector<std::string>& texts) {
  return read_items(value, "a list of strings",
                    [&](const TomlValue& item) { return read(item, texts.emplace_back()); });
}

Result<void> read(const TomlValue& value, std::vector<std::vector<std::string>>& commands) {
  return read_items(value, "a list of commands",
                    [&](const TomlValue& item) { return read(item, commands.emplace_back()); });
}

Result<void> read(const TomlValue& value, std::map<std::string, std::string>& variables) {
  const toml::table* table = value.node.as_table();
  if (table == nullptr) return value.bad("a table of strings");
  for (const auto& [name, node] : *table) {
    const TomlValue one{node, inner_key(value, name.str()), value.file};
    if (auto done = read(one, variables[std::string(name.str())]); !done) return done;
  }
  return {};
}

Result<void> read(const TomlValue& value, Replacements& replacements) {
  return read_items(value, "a list of pairs", [&](const TomlValue& item) -> Result<void> {
    constexpr std::string_view kPair = "a pattern and what it is replaced by";
    if (!item.node.is_array()) return item.bad(kPair);
    std::vector<std::string> pair;
    if (auto done = read(item, pair); !done) return done;
    if (pair.size() != 2)
      return item.bad(kPair, fmt::format("{} string{}", pair.size(), pair.size() == 1 ? "" : "s"));
    const RE2 pattern(pair[0], RE2::Quiet);
    if (!pattern.ok()) return bad_pattern(item, kPattern, pair[0], pattern.error());
    if (std::string fault; !pattern.CheckRewriteString(pair[1], &fault))
      return bad_pattern(item, "a replacement that RE2 takes", pair[1], fault);
    replacements.emplace_back(std::move(pair[0]), std::move(pair[1]));
    return {};
  });
}

std::string re2_fault(const std::string& pattern) {
  return RE2(pattern, RE2::Quiet).error();
}

Result<void> read_pattern(const TomlValue& value, std::string& pattern, PatternFault fault_of) {
  if (auto done = read(value, pattern); !done) return done;
  const std::string fault = fault_of(pattern);
  return fault.empty() ? Result<void>() : bad_pattern(value, kPattern, pattern, fault);
}

Result<void> read_word(const TomlValue& value, std::string& word, const std::vector<std::string>& words) {
  if (auto done = read(value, word); !done) return done;
  if (std::ranges::find(words, word) != words.end()) return {};
  return value.bad(fmt::format("one of {}", fmt::join(words, ", ")), in_quotes(word));
}

Result<void> read_number(const TomlValue& value, int& number, int least, int most) {
  const std::string wanted = fmt::format("an integer from {} to {}", least, most);
  const auto* integer = value.node.as_integer();
  if (integer == nullptr) return value.bad(wanted);
  if (integer->get() < least || integer->get() > most)
    return value.bad(wanted, std::to_string(integer->get()));
  number = static_cast<int>(integer->get());
  return {};
}

}  // namespace proctor::framework
