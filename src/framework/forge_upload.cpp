#include "framework/forge_upload.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/exception.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "framework/forge_imports.hpp"
#include "framework/forge_inline.hpp"
#include "framework/forge_settings.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

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
  throw_if_short(root, error);
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
  if (error) return fail_system(root.string(), error.value());
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
  throw_if_short(root, error);
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

// All compilers there are, the box's and the user's own, where forge looks in the private home. Returns their
// versions.
std::string link_compilers(const fs::path& home, const ForgeTools& tools) {
  std::string versions;
  std::error_code error;
  for (const fs::path& svm : {tools.box.empty() ? fs::path() : tools.box / "svm", user_svm()}) {
    if (svm.empty()) continue;
    for (const std::string& version : solc_versions(svm)) {
      const fs::path place = home / ".svm" / version;
      // A directory of its own: forge passes over those that are links.
      if (fs::exists(place, error) || !make_private_dirs(place)) continue;
      for (auto it = fs::directory_iterator(svm / version, error); !error && it != fs::directory_iterator();
           it.increment(error)) {
        std::error_code ignored;
        fs::create_symlink(it->path(), place / it->path().filename(), ignored);
      }
      versions += version + ' ';
    }
  }
  return versions;
}

std::string remapping_of(const fs::path& library, const std::string& name) {
  std::error_code error;
  for (const char* sources : {"src", "contracts"}) {
    if (fs::is_directory(library / sources, error)) return fmt::format("{0}/=lib/{0}/{1}/", name, sources);
  }
  return fmt::format("{0}/=lib/{0}/", name);
}

std::string library_version(const fs::path& library) {
  const auto text = read_if_there(library / "package.json");
  if (!text) return "";
  const auto document = parse_json(*text);
  if (!document || !document->is_object()) return "";
  const auto* version = document->get_object().if_contains("version");
  return version && version->is_string() ? std::string(version->get_string()) : "";
}

}  // namespace

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
    if (error) return fail_system((root / "lib" / name).string(), error.value());
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

  prepared.settings =
      fmt::format("{}\n{}\n{}\n{}", toml, remappings, libraries, link_compilers(workspace.home(), tools));
  return prepared;
}

}  // namespace proctor::framework
