#include "config/value_readers.hpp"

#include "base/paths.hpp"

namespace proctor {

Result<void> ConfigValue::bad(std::string_view wanted) const {
  return fail(ErrorCode::invalid_request,
              fmt::format("{}:{}: {} must be {}", file.string(), node.source().begin.line, key, wanted),
              {{"field", key}});
}

namespace reader {

std::filesystem::path resolve(const std::string& written, const std::filesystem::path& file) {
  if (written == "~") return home_dir();
  if (written.starts_with("~/")) return home_dir() / written.substr(2);
  return (file.parent_path() / written).lexically_normal();
}

Result<std::vector<std::string>> strings(const ConfigValue& value, std::string_view wanted) {
  const auto* entries = value.node.as_array();
  if (!entries) return tl::unexpected(value.bad(wanted).error());
  std::vector<std::string> list;
  for (const toml::node& entry : *entries) {
    const auto* written = entry.as_string();
    if (!written || written->get().empty() || written->get().find('\0') != std::string::npos)
      return tl::unexpected(value.bad(wanted).error());
    list.push_back(written->get());
  }
  return list;
}

}  // namespace reader
}  // namespace proctor
