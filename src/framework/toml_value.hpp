// How the values of framework.toml and words.toml are read: each has a type, and a value that can't be used
// is INVALID_REQUEST with its file, its line, its key and what was expected there.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/toml.hpp"

namespace proctor::framework {

struct TomlValue {
  const toml::node& node;
  std::string key;        ///< "exercise.version"; empty: the whole file
  std::string_view file;  ///< as messages name it

  /// "FILE:LINE: KEY: expected WANTED, got a string". `got`: another word for what stands there.
  tl::unexpected<Error> bad(std::string_view wanted, std::string_view got = {}) const;
};

using TomlReader = std::function<Result<void>(const TomlValue& value)>;
using TomlKeys = std::map<std::string_view, TomlReader>;
using Replacements = std::vector<std::pair<std::string, std::string>>;  ///< RE2 and what it is replaced by

/// The keys of a table, each by its reader. A key without one is an error that names those there are.
Result<void> read_table(const TomlValue& value, const TomlKeys& keys);

/// The items of a list. `wanted`: what the list must be.
Result<void> read_items(const TomlValue& value, std::string_view wanted, const TomlReader& item);

/// Each takes a value of one type alone. The replacements must be pairs that RE2 takes.
Result<void> read(const TomlValue& value, std::string& text);
Result<void> read(const TomlValue& value, bool& flag);
Result<void> read(const TomlValue& value, std::vector<std::string>& texts);
Result<void> read(const TomlValue& value, std::vector<std::vector<std::string>>& commands);
Result<void> read(const TomlValue& value, std::map<std::string, std::string>& variables);
Result<void> read(const TomlValue& value, Replacements& replacements);

/// Why a pattern can't be used; empty: it can.
using PatternFault = std::string (*)(const std::string& pattern);
std::string re2_fault(const std::string& pattern);

Result<void> read_pattern(const TomlValue& value, std::string& pattern, PatternFault fault_of = re2_fault);

/// One of these words.
Result<void> read_word(const TomlValue& value, std::string& word, const std::vector<std::string>& words);

Result<void> read_number(const TomlValue& value, int& number, int least, int most);

/// Reads a value of the field's type into the field, which must outlive the reader.
template <typename Field>
TomlReader into(Field& field) {
  return [&field](const TomlValue& value) { return read(value, field); };
}

}  // namespace proctor::framework
