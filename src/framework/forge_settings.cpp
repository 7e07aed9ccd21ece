#include "framework/forge_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.hpp"
#include "base/toml.hpp"
#include "framework/forge_keys.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

// Keys of a profile that only say what to compile and how, beside those of the EVM. Not match_test and the
// like: a test that an upload leaves out would not be missed.
const std::set<std::string_view> kHarmless{"additional_compiler_profiles",
                                           "always_use_create_2_factory",
                                           "auto_detect_remappings",
                                           "auto_detect_solc",
                                           "bytecode_hash",
                                           "cbor_metadata",
                                           "compilation_restrictions",
                                           "create2_deployer",
                                           "create2_library_salt",
                                           "deny",
                                           "deny_warnings",
                                           "dynamic_test_linking",
                                           "fuzz",
                                           "gas_reports",
                                           "gas_reports_ignore",
                                           "ignored_error_codes",
                                           "invariant",
                                           "libs",
                                           "optimizer",
                                           "optimizer_details",
                                           "optimizer_runs",
                                           "remappings",
                                           "revert_strings",
                                           "script",
                                           "solc",
                                           "solc_version",
                                           "sparse_mode",
                                           "src",
                                           "test",
                                           "unchecked_cheatcode_artifacts",
                                           "use_literal_content",
                                           "verbosity",
                                           "via_ir"};

// Keys that have no bearing on tests: left out without a word.
const std::set<std::string_view> kOfNoInterest{"bind_json", "doc",          "etherscan", "fmt",  "labels",
                                               "lint",      "dependencies", "soldeer",   "vyper"};

bool stays_inside(std::string_view path) {
  if (path.starts_with('/') || path.starts_with('~') || path.find_first_of("\\$") != std::string_view::npos)
    return false;
  for (const fs::path& part : fs::path(path)) {
    if (part == "..") return false;
  }
  return true;
}

// A version or a range of versions, never a path to a program.
bool is_version(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.^~<>=*, ") == std::string_view::npos;
}

bool is_harmless_remapping(std::string_view line) {
  const std::size_t equals = line.find('=');
  return equals != std::string_view::npos && stays_inside(trim(line.substr(equals + 1)));
}

class Filter {
 public:
  Filter(std::vector<std::string>& warnings, std::string& evm_version)
      : warnings_(warnings), evm_version_(evm_version) {}

  toml::table document(const toml::table& from) {
    toml::table to;
    for (const auto& [key, node] : from) {
      const std::string name(key.str());
      const toml::table* table = node.as_table();
      if (name == "profile" && table) {
        toml::table profiles;
        for (const auto& [profile_name, profile] : *table) {
          if (profile.is_table())
            profiles.insert(profile_name, this->profile(*profile.as_table(),
                                                        fmt::format("profile.{}", profile_name.str())));
        }
        to.insert("profile", std::move(profiles));
      } else if (name == "default" && table) {
        to.insert(name, profile(*table, name));  // how profiles were written until 2022
      } else if ((name == "fuzz" || name == "invariant") && table) {
        to.insert(name, campaign(*table, name));
      } else if (!kOfNoInterest.contains(name)) {
        leave_out(name);
      }
    }
    return to;
  }

 private:
  toml::table profile(const toml::table& from, const std::string& where) {
    toml::table to;
    for (const auto& [key, node] : from) {
      const std::string name(key.str());
      const std::string full = fmt::format("{}.{}", where, name);
      if ((name == "fuzz" || name == "invariant") && node.is_table()) {
        to.insert(name, campaign(*node.as_table(), full));
      } else if ((is_evm_key(name) || kHarmless.contains(name)) && harmless_value(name, node)) {
        to.insert(name, node);
        if (name == "evm_version" && (where == "profile.default" || where == "default"))
          evm_version_ = node.value_or(std::string());
      } else if (!kOfNoInterest.contains(name)) {
        leave_out(full);
      }
    }
    return to;
  }

  // [fuzz] and [invariant]: all but the places where failures are kept.
  toml::table campaign(const toml::table& from, const std::string& where) {
    toml::table to;
    for (const auto& [key, node] : from) {
      const std::string_view name = key.str();
      if (name.ends_with("_dir") || name.ends_with("_file") || name.ends_with("_path")) {
        leave_out(where + '.' + std::string(name));
      } else {
        to.insert(key, node);
      }
    }
    return to;
  }

  static bool harmless_value(std::string_view name, const toml::node& node) {
    const auto each = [&node](auto accepts) {
      if (const auto* text = node.as_string()) return accepts(text->get());
      const toml::array* list = node.as_array();
      return list && std::all_of(list->begin(), list->end(), [&](const toml::node& item) {
               const auto* text = item.as_string();
               return text && accepts(text->get());
             });
    };
    if (name == "solc" || name == "solc_version") return each(is_version);
    if (name == "src" || name == "test" || name == "script" || name == "libs") return each(stays_inside);
    if (name == "remappings") return each(is_harmless_remapping);
    return true;
  }

  void leave_out(const std::string& key) {
    warnings_.push_back(fmt::format("foundry.toml: {} is left out: uploads can't set it", key));
  }

  std::vector<std::string>& warnings_;
  std::string& evm_version_;
};

}  // namespace

Result<std::string> harmless_foundry_toml(const std::string& text, std::string& evm_version,
                                          std::vector<std::string>& warnings) {
  const auto table = parse_toml(text, "foundry.toml");
  if (!table) return fail(ErrorCode::test_config_invalid, table.error().message);
  toml::table kept = Filter(warnings, evm_version).document(*table);
  // What the workspace relies on, in the profile that is used.
  if (!kept["profile"]["default"].is_table()) {
    if (!kept["profile"].is_table()) kept.insert("profile", toml::table());
    toml::table first = kept["default"].is_table() ? *kept["default"].as_table() : toml::table();
    kept.erase("default");
    kept["profile"].as_table()->insert("default", std::move(first));
  }
  toml::table& profile = *kept["profile"]["default"].as_table();
  profile.insert_or_assign("ffi", false);
  profile.insert_or_assign("fs_permissions", toml::array());
  profile.insert_or_assign("out", "out");
  profile.insert_or_assign("cache_path", "cache");
  auto written = write_toml(kept, "foundry.toml");
  if (!written) return fail(ErrorCode::test_config_invalid, written.error().message);
  return written;
}

bool is_harmless_config(const json::object& config) {
  const auto* ffi = config.if_contains("ffi");
  if (ffi && *ffi != json::value(false)) return false;
  const auto* permissions = config.if_contains("fs_permissions");
  if (!permissions) return true;
  if (!permissions->is_array()) return false;
  for (const json::value& entry : permissions->get_array()) {
    // forge's own default: compiled contracts may be read.
    if (entry != json::value(json::object{{"access", "read"}, {"path", "out"}})) return false;
  }
  return true;
}

std::string harmless_remappings(const std::string& text, std::vector<std::string>& warnings) {
  std::string kept;
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty()) continue;
    if (is_harmless_remapping(line)) {
      kept.append(line).append("\n");
    } else {
      warnings.push_back(fmt::format("remappings.txt: {} is left out: it leads out of the project", line));
    }
  }
  return kept;
}

}  // namespace proctor::framework
