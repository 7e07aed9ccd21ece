#include "framework/forge_tools.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "base/exception.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

// What forge tells on stderr while it runs, at next to no cost: which suites there are, start and end
// (forge_log.hpp). Only these modules, so that nothing else changes what forge prints.
constexpr const char* kForgeLog =
    "error,forge::multi_runner=trace,forge::runner=debug,foundry_compilers::compilers::solc::compiler=debug";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

fs::path find_box(const Config& config) {
  if (!config.forge.box.empty()) return config.forge.box;
  if (const std::string box = variable("PROCTOR_BOX"); !box.empty()) return box;
  std::error_code error;
  // Beside an installed program (bin/, share/) or a build directory (build/NAME/bin/, build/box).
  for (const fs::path& place : {program_dir() / "../share/proctor/box", program_dir() / "../../box"}) {
    if (fs::is_directory(place, error)) return fs::canonical(place, error);
  }
  return {};
}

// A directory is a library if it looks like one; otherwise it is a directory of libraries, as foundry.toml's
// `libs` are.
bool is_library(const fs::path& directory) {
  std::error_code error;
  for (const char* mark : {"src", "contracts", "foundry.toml", "package.json"}) {
    if (fs::exists(directory / mark, error)) return true;
  }
  for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (it->path().extension() == ".sol") return true;
  }
  throw_if_short(directory, error);
  return false;
}

void add_libraries(const fs::path& directory, std::vector<fs::path>& libs) {
  std::error_code error;
  if (is_library(directory)) {
    libs.push_back(directory);
    return;
  }
  std::vector<fs::path> below;
  for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (it->is_directory()) below.push_back(it->path());
  }
  throw_if_short(directory, error);
  std::sort(below.begin(), below.end());
  libs.insert(libs.end(), below.begin(), below.end());
}

}  // namespace

ForgeTools find_forge_tools(const Config& config) {
  ForgeTools tools;
  tools.box = find_box(config);
  tools.solc = config.forge.solc;
  const auto consider = [&tools](const fs::path& file, const std::string& name) {
    if (!tools.forge.empty() || file.empty()) return;
    tools.looked.push_back(name);
    if (is_program(file)) tools.forge = file;
  };
  const std::string from_environment = variable("PROCTOR_FORGE");
  if (!config.forge.path.empty()) {
    // Told which one to use: never quietly another.
    consider(config.forge.path, fmt::format("{} ([forge] path)", config.forge.path.string()));
  } else if (!from_environment.empty()) {
    consider(from_environment, fmt::format("{} (PROCTOR_FORGE)", from_environment));
  } else {
    tools.looked.emplace_back("PATH");
    tools.forge = find_in_path("forge", variable("PATH"));
    consider(home_dir() / ".foundry/bin/forge", (home_dir() / ".foundry/bin/forge").string());
    if (!tools.box.empty()) consider(tools.box / "bin/forge", (tools.box / "bin/forge").string());
  }
  if (config.forge.libs) {
    for (const fs::path& directory : *config.forge.libs) add_libraries(directory, tools.libs);
  } else if (!tools.box.empty()) {
    std::error_code error;
    if (fs::is_directory(tools.box / "lib", error)) {
      for (auto it = fs::directory_iterator(tools.box / "lib", error);
           !error && it != fs::directory_iterator(); it.increment(error)) {
        if (it->is_directory()) tools.libs.push_back(it->path());
      }
      throw_if_short(tools.box / "lib", error);
      std::sort(tools.libs.begin(), tools.libs.end());
    }
  }
  return tools;
}

Error forge_not_found(const ForgeTools& tools, const Definition& definition) {
  std::string looked;
  for (const std::string& place : tools.looked) looked += (looked.empty() ? "" : ", ") + place;
  return Error{ErrorCode::tool_not_found,
               fmt::format("forge isn't there: looked in {}. To have it, {}.", looked, definition.tool_hint),
               {{"tool", "forge"}, {"looked", boost::json::array(tools.looked.begin(), tools.looked.end())}}};
}

std::vector<std::string> solc_versions(const fs::path& svm) {
  std::vector<std::string> versions;
  std::error_code error;
  for (auto it = fs::directory_iterator(svm, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    const std::string version = it->path().filename().string();
    if (is_program(it->path() / ("solc-" + version))) versions.push_back(version);
  }
  throw_if_short(svm, error);
  // By number: 0.8.9 before 0.8.30.
  std::sort(versions.begin(), versions.end(),
            [](const std::string& a, const std::string& b) { return strverscmp(a.c_str(), b.c_str()) < 0; });
  return versions;
}

fs::path user_svm() {
  std::error_code error;
  const std::string data = variable("XDG_DATA_HOME");
  const fs::path data_dir = data.starts_with('/') ? fs::path(data) : home_dir() / ".local/share";
  // The first that is there, as forge does it: it never looks into the second then, were the first empty.
  for (const fs::path& place : {home_dir() / ".svm", data_dir / "svm"}) {
    if (fs::is_directory(place, error)) return place;
  }
  return {};
}

fs::path solc_of_box(const ForgeTools& tools, const std::string& pinned) {
  const fs::path own = user_svm();
  if (tools.box.empty() || own.empty()) return {};
  const auto program = [](const fs::path& svm, const std::string& version) {
    return svm / version / ("solc-" + version);
  };
  if (!pinned.empty()) {
    const fs::path boxed = program(tools.box / "svm", pinned);
    return !is_program(program(own, pinned)) && is_program(boxed) ? boxed : fs::path();
  }
  const std::vector<std::string> boxed = solc_versions(tools.box / "svm");
  return solc_versions(own).empty() && !boxed.empty() ? program(tools.box / "svm", boxed.back()) : fs::path();
}

std::vector<std::string> forge_environment(const ForgeTools& tools, const Definition& definition,
                                           const Workspace& workspace, const std::string& evm_version,
                                           const std::vector<std::string>& inherited) {
  std::map<std::string, std::string> values;
  if (workspace.uploaded()) {
    // Nothing of ours is for uploaded code to see: no tokens, no home, no settings of forge.
    for (const char* name : {"PATH", "LANG", "LC_ALL", "TZ"}) {
      if (const char* value = std::getenv(name)) values[name] = value;
    }
    values["HOME"] = workspace.home().string();
    values["TMPDIR"] = workspace.tmp().string();
  } else {
    for (const std::string& entry : inherited) {
      const std::string_view text(entry);
      const std::size_t equals = text.find('=');
      if (equals != std::string_view::npos)
        values[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
  }
  for (const std::string& name : definition.unset) values.erase(name);
  for (const auto& [name, value] : definition.set) values[name] = value;
  values["RUST_LOG"] = kForgeLog;
  if (!tools.box.empty() && (workspace.uploaded() || user_svm().empty()))
    values["XDG_DATA_HOME"] = tools.box.string();
  // --evm-version is silently ignored when foundry.toml pins `solc` but no `evm_version`; the variable isn't.
  if (!evm_version.empty()) values["FOUNDRY_EVM_VERSION"] = evm_version;
  std::vector<std::string> environment;
  environment.reserve(values.size());
  for (const auto& [name, value] : values) environment.push_back(fmt::format("{}={}", name, value));
  return environment;
}

std::vector<fs::path> toolchain(const ForgeTools& tools) {
  constexpr std::uint64_t kLongest = 64U << 10U;
  std::vector<fs::path> paths{tools.forge};
  for (const fs::path& path : {tools.box, tools.solc, user_svm()}) {
    if (!path.empty()) paths.push_back(path);
  }
  paths.insert(paths.end(), tools.libs.begin(), tools.libs.end());
  if (tools.box.empty()) return paths;
  const std::string needs = read_if_there(tools.box / "needs", kLongest).value_or("");
  for (const std::string_view line : split_lines(needs)) {
    if (line.starts_with('/')) paths.emplace_back(line);
  }
  return paths;
}

}  // namespace proctor::framework
