#include "framework/forge_upload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/files.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"
#include "framework/forge_imports.hpp"
#include "framework/forge_inline.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

// Keys of a profile that only say how to compile and how the EVM behaves.
const std::set<std::string_view> kHarmless{"additional_compiler_profiles",
                                           "allow_internal_expect_revert",
                                           "always_use_create_2_factory",
                                           "assertions_revert",
                                           "auto_detect_remappings",
                                           "auto_detect_solc",
                                           "block_base_fee_per_gas",
                                           "block_coinbase",
                                           "block_difficulty",
                                           "block_gas_limit",
                                           "block_number",
                                           "block_prevrandao",
                                           "block_timestamp",
                                           "bytecode_hash",
                                           "cbor_metadata",
                                           "chain_id",
                                           "code_size_limit",
                                           "compilation_restrictions",
                                           "create2_deployer",
                                           "create2_library_salt",
                                           "deny",
                                           "deny_warnings",
                                           "disable_block_gas_limit",
                                           "dynamic_test_linking",
                                           "enable_tx_gas_limit",
                                           "evm_version",
                                           "fuzz",
                                           "gas_limit",
                                           "gas_price",
                                           "gas_reports",
                                           "gas_reports_ignore",
                                           "hardfork",
                                           "ignored_error_codes",
                                           "initial_balance",
                                           "invariant",
                                           "isolate",
                                           "legacy_assertions",
                                           "libs",
                                           "match_contract",
                                           "match_path",
                                           "match_test",
                                           "memory_limit",
                                           "no_match_contract",
                                           "no_match_path",
                                           "no_match_test",
                                           "optimizer",
                                           "optimizer_details",
                                           "optimizer_runs",
                                           "remappings",
                                           "revert_strings",
                                           "script",
                                           "sender",
                                           "solc",
                                           "solc_version",
                                           "sparse_mode",
                                           "src",
                                           "test",
                                           "tx_origin",
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
      } else if (kHarmless.contains(name) && harmless_value(name, node)) {
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

// Anything that would let an upload run programs of ours (git with its hooks and settings), set forge's
// variables
// (.env) or bring compiled contracts that its sources don't lead to (out/, cache/).
void take_out_files(const fs::path& root, std::vector<std::string>& warnings) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const char* name : {".env", "out", "cache"}) {
    if (fs::exists(root / name, error)) found.push_back(root / name);
  }
  for (auto it = fs::recursive_directory_iterator(root, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    const fs::path name = it->path().filename();
    if (name == ".git" || name == ".gitmodules") {
      found.push_back(it->path());
      if (it->is_directory()) it.disable_recursion_pending();
    }
  }
  for (const fs::path& path : found) {
    remove_tree(path);
    warnings.push_back(
        fmt::format("{} is left out: it has no place in an upload", path.lexically_relative(root).string()));
  }
}

// Comments can set what foundry.toml can't, and imports can name any file. Either is refused, for sources
// aren't rewritten.
Result<void> check_sources_of_upload(const fs::path& root) {
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(root, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it->is_symlink() || !it->is_regular_file()) continue;
    const auto text = read_file(it->path());
    if (!text) return tl::unexpected(text.error());
    const std::string name = it->path().lexically_relative(root).string();
    if (const auto setting = find_harmful_setting(*text)) {
      return fail(ErrorCode::test_config_invalid,
                  fmt::format("{}:{}: the setting in a comment is refused, uploads can't have it: {}", name,
                              setting->line, setting->text));
    }
    if (const auto import = find_harmful_import(*text, it.depth())) {
      return fail(ErrorCode::test_compile_failed,
                  fmt::format("{}:{}: the import leads out of the project, uploads can't have it: {}", name,
                              import->line, import->path));
    }
  }
  if (error) return fail(ErrorCode::internal_error, system_message(root.string(), error.value()));
  return {};
}

// forge reads the settings of libraries, too: remappings that lead anywhere may stand in each.
Result<void> clean_settings_of_libraries(const fs::path& root, std::vector<std::string>& warnings) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(root, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    const fs::path name = it->path().filename();
    if (it.depth() > 0 && it->is_regular_file() && (name == "foundry.toml" || name == "remappings.txt")) {
      found.push_back(it->path());
    }
  }
  for (const fs::path& file : found) {
    const auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    std::string evm_version;
    std::vector<std::string> left_out;
    const Result<std::string> harmless = file.filename() == "foundry.toml"
                                             ? harmless_foundry_toml(*text, evm_version, left_out)
                                             : Result<std::string>(harmless_remappings(*text, left_out));
    if (!harmless) return tl::unexpected(harmless.error());
    if (auto written = write_file(file, *harmless); !written) return written;
    if (!left_out.empty()) {
      warnings.push_back(fmt::format("{}: {} settings are left out: uploads can't set them",
                                     file.lexically_relative(root).string(), left_out.size()));
    }
  }
  return {};
}

std::string remapping_of(const fs::path& library, const std::string& name) {
  std::error_code error;
  for (const char* sources : {"src", "contracts"}) {
    if (fs::is_directory(library / sources, error)) return fmt::format("{0}/=lib/{0}/{1}/", name, sources);
  }
  return fmt::format("{0}/=lib/{0}/", name);
}

std::string library_version(const fs::path& library) {
  const auto text = read_file(library / "package.json");
  if (!text) return "";
  const auto document = parse_json(*text);
  if (!document || !document->is_object()) return "";
  const auto* version = document->get_object().if_contains("version");
  return version && version->is_string() ? std::string(version->get_string()) : "";
}

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
  std::ostringstream written;
  written << toml::toml_formatter(kept) << '\n';
  return written.str();
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

Result<PreparedUpload> prepare_forge_upload(const Workspace& workspace, const ForgeTools& tools,
                                            const std::string& evm_version) {
  const fs::path& root = workspace.root();
  PreparedUpload prepared;
  take_out_files(root, prepared.warnings);
  if (auto checked = check_sources_of_upload(root); !checked) return tl::unexpected(checked.error());
  if (auto cleaned = clean_settings_of_libraries(root, prepared.warnings); !cleaned) {
    return tl::unexpected(cleaned.error());
  }

  std::string remappings;
  std::string libraries;
  std::error_code error;
  for (const fs::path& library : tools.libs) {
    const std::string name = library.filename().string();
    if (fs::exists(root / "lib" / name, error)) continue;  // uploaded: theirs is used
    if (auto made = make_private_dirs(root / "lib"); !made) return tl::unexpected(made.error());
    const fs::path real = fs::canonical(library, error);
    if (error || !fs::is_directory(real, error)) {
      prepared.warnings.push_back(fmt::format("the library {} isn't there", library.string()));
      continue;
    }
    fs::create_directory_symlink(real, root / "lib" / name, error);
    if (error)
      return fail(ErrorCode::internal_error, system_message((root / "lib" / name).string(), error.value()));
    remappings += remapping_of(real, name) + '\n';
    libraries += fmt::format("{} {} {}\n", name, real.string(), library_version(real));
  }

  std::string toml;
  if (fs::exists(root / "foundry.toml", error)) {
    const auto text = read_file(root / "foundry.toml");
    if (!text) return tl::unexpected(text.error());
    auto harmless = harmless_foundry_toml(*text, prepared.evm_version, prepared.warnings);
    if (!harmless) return tl::unexpected(harmless.error());
    toml = std::move(*harmless);
  } else {
    toml = fmt::format(
        "[profile.default]\nsrc = \"src\"\ntest = \"test\"\nlibs = [\"lib\"]\nout = \"out\"\ncache_path = "
        "\"cache\"\n"
        "optimizer = true\noptimizer_runs = 200\nevm_version = \"{}\"\nffi = false\nfs_permissions = []\n",
        evm_version);
  }
  if (fs::exists(root / "remappings.txt", error)) {
    const auto text = read_file(root / "remappings.txt");
    if (!text) return tl::unexpected(text.error());
    remappings = harmless_remappings(*text, prepared.warnings);
  }
  if (auto written = write_file(root / "foundry.toml", toml); !written)
    return tl::unexpected(written.error());
  if (auto written = write_file(root / "remappings.txt", remappings); !written)
    return tl::unexpected(written.error());

  // Without a box, the user's own compilers serve uploads, too.
  if (const fs::path svm = user_svm(); tools.box.empty() && !svm.empty()) {
    fs::create_directory_symlink(svm, workspace.home() / ".svm", error);
  }
  prepared.settings = toml + '\n' + remappings + '\n' + libraries;
  return prepared;
}

}  // namespace proctor::framework
