// How the values of proctor.toml are read: each function makes a reader for one kind of value. `get` leads
// from a configuration to the field that takes it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "config/keys.hpp"

namespace proctor::reader {

using Function = decltype(ConfigKey::read);

inline constexpr std::int64_t kYear = 365LL * 24 * 3'600'000;  // in milliseconds

/// A path as it is written, against the directory of the file in which it stands; `~` is the user's home.
std::filesystem::path resolve(const std::string& written, const std::filesystem::path& file);

/// The strings of a list, none of them empty. `wanted`: what an error says that it must be.
Result<std::vector<std::string>> strings(const ConfigValue& value, std::string_view wanted);

template <typename Get>
Function duration(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    std::optional<std::chrono::milliseconds> duration;
    if (const auto* text = value.node.as_string()) duration = parse_duration(text->get());
    if (const auto* seconds = value.node.as_integer())
      duration = parse_duration(std::to_string(seconds->get()));
    if (!duration) return value.bad("a time such as \"300s\", \"5m\" or \"500ms\", or a number of seconds");
    get(config) = *duration;
    return {};
  };
}

/// As duration(), but 0 is a value, too.
template <typename Get>
Function duration_or_none(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* text = value.node.as_string();
    const auto* seconds = value.node.as_integer();
    const bool none = text ? text->get() == "0" || text->get() == "0s" : seconds && seconds->get() == 0;
    if (!none) return duration(get)(value, config);
    get(config) = std::chrono::milliseconds(0);
    return {};
  };
}

template <typename Get>
Function milliseconds(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* count = value.node.as_integer();
    if (!count || count->get() < 1 || count->get() > kYear)
      return value.bad("a number of milliseconds from 1, at most a year");
    get(config) = std::chrono::milliseconds(count->get());
    return {};
  };
}

template <typename Get>
Function size(Get get, std::uint64_t least = 0) {
  return [get, least](const ConfigValue& value, Config& config) -> Result<void> {
    std::optional<std::uint64_t> size;
    if (const auto* text = value.node.as_string()) size = parse_size(text->get());
    if (const auto* bytes = value.node.as_integer()) size = parse_size(std::to_string(bytes->get()));
    if (!size || *size < least) {
      return value.bad(fmt::format("a size such as \"64M\" or \"1G\", or a number of bytes{}",
                                   least > 1 ? ", at least " + format_size(least) : std::string()));
    }
    get(config) = *size;
    return {};
  };
}

template <typename Get>
Function number(Get get, std::int64_t least = 0, std::int64_t most = INT64_MAX) {
  return [=](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* count = value.node.as_integer();
    if (!count || count->get() < least || count->get() > most) {
      return value.bad(most == INT64_MAX ? fmt::format("a whole number from {}", least)
                                         : fmt::format("a whole number from {} to {}", least, most));
    }
    get(config) = static_cast<std::uint64_t>(count->get());
    return {};
  };
}

template <typename Get>
Function yes_or_no(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* flag = value.node.as_boolean();
    if (!flag) return value.bad("true or false");
    get(config) = flag->get();
    return {};
  };
}

template <typename Get>
Function text(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* words = value.node.as_string();
    if (!words || words->get().find('\0') != std::string::npos) return value.bad("a string");
    get(config) = words->get();
    return {};
  };
}

/// One of an enumeration whose values count from 0. The words have to outlive the reader.
template <typename Get, std::size_t N>
Function one_of(Get get, const std::array<const char*, N>& words) {
  return [get, &words](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* written = value.node.as_string();
    const auto found = written ? std::find(words.begin(), words.end(), written->get()) : words.end();
    if (found == words.end()) {
      std::string wanted;
      for (const char* choice : words) wanted += (wanted.empty() ? "\"" : ", \"") + std::string(choice) + '"';
      return value.bad("one of " + wanted);
    }
    auto& field = get(config);
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field>) {
      field = static_cast<Field>(found - words.begin());
    } else {
      field = static_cast<typename Field::value_type>(found - words.begin());
    }
    return {};
  };
}

template <typename Get>
Function path(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* written = value.node.as_string();
    if (!written || written->get().empty()) return value.bad("a path");
    get(config) = resolve(written->get(), value.file);
    return {};
  };
}

template <typename Get>
Function directories(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto list = strings(value, "a list of directories");
    if (!list) return tl::unexpected(list.error());
    std::vector<std::filesystem::path> paths;
    for (const std::string& written : *list) paths.push_back(resolve(written, value.file));
    get(config) = std::move(paths);
    return {};
  };
}

template <typename Get>
Function texts(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    auto list = strings(value, "a list of strings that aren't empty");
    if (!list) return tl::unexpected(list.error());
    get(config) = std::move(*list);
    return {};
  };
}

/// A denylist adds to what a weaker file denies: no file can take back what another one denies.
template <typename Get>
Function more_texts(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto list = strings(value, "a list of strings that aren't empty");
    if (!list) return tl::unexpected(list.error());
    std::vector<std::string>& all = get(config);
    for (const std::string& entry : *list) {
      if (std::find(all.begin(), all.end(), entry) == all.end()) all.push_back(entry);
    }
    return {};
  };
}

}  // namespace proctor::reader
