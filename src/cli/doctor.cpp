#include "cli/doctor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/value_from.hpp>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "cli/print.hpp"
#include "framework/definition.hpp"
#include "framework/forge_tools.hpp"
#include "run/logs.hpp"
#include "supervise/supervise.hpp"
#include "workspace/workspace.hpp"

namespace proctor::cli {
namespace {

namespace fs = std::filesystem;
using State = Finding::State;

std::string first_line(const supervise::Outcome& outcome) {
  const std::string text = outcome.out.text();
  return text.substr(0, text.find('\n'));
}

supervise::Outcome ask(supervise::Supervisor& supervisor, std::vector<std::string> argv) {
  supervise::Limits limits;
  limits.wall = std::chrono::seconds(10);
  std::vector<std::string> environment;
  for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
  return supervisor.run({std::move(argv), std::move(environment), "/"}, limits, {});
}

Finding examine_forge(supervise::Supervisor& supervisor, const framework::ForgeTools& tools) {
  const framework::Definition& definition = framework::definitions().front();
  if (tools.forge.empty())
    return {"forge", State::missing, "not found", forge_not_found(tools, definition).message};
  const supervise::Outcome outcome = ask(supervisor, {tools.forge.string(), "--version"});
  if (outcome.termination.kind != Termination::Kind::exited || outcome.termination.code != 0) {
    return {"forge", State::missing, tools.forge.string() + " doesn't run: " + outcome.termination.evidence,
            definition.tool_hint};
  }
  return {"forge", State::found,
          fmt::format("{} ({})", tools.forge.string(), for_terminal(first_line(outcome))), ""};
}

Finding examine_solc(const framework::ForgeTools& tools) {
  if (!tools.solc.empty()) {
    const bool there = access(tools.solc.c_str(), X_OK) == 0;
    return {"solc", there ? State::found : State::missing, tools.solc.string() + " ([forge] solc)",
            there ? "" : "it can't be run: correct [forge] solc in proctor.toml"};
  }
  std::string what;
  const auto add = [&what](const fs::path& svm) {
    if (svm.empty()) return;
    std::string versions;
    for (const std::string& version : framework::solc_versions(svm))
      versions += (versions.empty() ? "" : ", ") + version;
    if (!versions.empty())
      what += (what.empty() ? "" : "; ") + fmt::format("{} in {}", versions, svm.string());
  };
  add(framework::user_svm());
  if (!tools.box.empty()) add(tools.box / "svm");
  if (!what.empty()) return {"solc", State::found, what, ""};
  return {"solc", State::missing, "no compiler found",
          "put one at ~/.svm/VERSION/solc-VERSION, or set [forge] solc or [forge] box in proctor.toml"};
}

Finding examine_libraries(const framework::ForgeTools& tools) {
  std::string names;
  for (const fs::path& library : tools.libs)
    names += (names.empty() ? "" : ", ") + library.filename().string();
  if (!names.empty()) return {"libraries for uploads", State::found, names, ""};
  return {"libraries for uploads", State::limited, "none: uploads can't import forge-std",
          "set [forge] libs or [forge] box in proctor.toml"};
}

// A run of `true` in namespaces of its own says more than any file of settings.
Finding examine_namespaces(supervise::Supervisor& supervisor) {
  const supervise::Outcome outcome =
      ask(supervisor, {"unshare", "--user", "--pid", "--net", "--mount", "--fork", "true"});
  if (outcome.termination.kind == Termination::Kind::exited && outcome.termination.code == 0) {
    return {"namespaces", State::found, "user, pid, net and mount namespaces can be made", ""};
  }
  const std::string why(trim(outcome.err.text().substr(0, 200)));
  return {"namespaces", State::limited, why.empty() ? outcome.termination.evidence : for_terminal(why),
          "allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone), or run "
          "outside of the container"};
}

Finding examine_directory(const std::string& name, const fs::path& directory, const std::string& hint) {
  if (make_private_dirs(directory) && access(directory.c_str(), W_OK) == 0)
    return {name, State::found, directory.string(), ""};
  return {name, State::limited, directory.string() + " can't be written", hint};
}

}  // namespace

std::vector<Finding> examine(const Config& config) {
  supervise::Supervisor supervisor;
  const framework::ForgeTools tools = framework::find_forge_tools(config);
  std::vector<Finding> findings;
  findings.push_back(examine_forge(supervisor, tools));
  findings.push_back(examine_solc(tools));
  findings.push_back(examine_libraries(tools));
  const std::string scope = supervisor.kill_scope();
  const bool cgroup = scope.starts_with("cgroup");
  findings.push_back({"cgroups", cgroup ? State::found : State::limited, scope,
                      cgroup ? "" : "not needed: what a run leaves is found by its ancestry instead"});
  findings.push_back(examine_namespaces(supervisor));
  findings.push_back(
      examine_directory("logs", logs_dir(), "set XDG_STATE_HOME to a directory that can be written"));
  findings.push_back(
      examine_directory("cache", user_cache_dir(), "set XDG_CACHE_HOME to a directory that can be written"));
  findings.push_back(examine_directory("uploads", private_directories_dir(),
                                       "set TMPDIR to a directory that can be written"));
  return findings;
}

json::object doctor_json(const std::vector<Finding>& findings, const Config& config) {
  json::array list;
  bool ok = true;
  for (const Finding& finding : findings) {
    const char* state = finding.state == State::found     ? "found"
                        : finding.state == State::limited ? "limited"
                                                          : "missing";
    ok = ok && finding.state != State::missing;
    json::object entry{{"name", finding.name}, {"state", state}, {"what", finding.what}};
    if (!finding.hint.empty()) entry["hint"] = finding.hint;
    list.push_back(std::move(entry));
  }
  json::array files;
  for (const fs::path& file : config.files) files.emplace_back(file.string());
  json::object data{{"findings", std::move(list)}, {"config_files", std::move(files)}};
  if (!config.warnings.empty()) data["warnings"] = json::value_from(config.warnings);
  return {{"ok", ok}, {"data", std::move(data)}};
}

int run_doctor(const CommonOptions& common) {
  const auto config = load_config(".", common.config);
  if (!config) return print_answer({.error = config.error()}, common);
  const std::vector<Finding> findings = examine(*config);
  const json::object document = doctor_json(findings, *config);
  const bool ok = document.at("ok").as_bool();
  const int exit_code = ok ? 0 : info(ErrorCode::tool_not_found).exit_code;
  if (common.json) return print_text(to_json_line(document) + '\n') ? exit_code : 3;

  const bool color = use_color(common, STDOUT_FILENO);
  const auto painted = [color](const char* code, const char* mark) {
    return color ? fmt::format("\x1b[{}m{}\x1b[0m", code, mark) : mark;
  };
  std::size_t width = 0;
  for (const Finding& finding : findings) width = std::max(width, finding.name.size());
  std::string text;
  for (const Finding& finding : findings) {
    const std::string mark = finding.state == State::found     ? painted("32", "✓")
                             : finding.state == State::limited ? painted("33", "!")
                                                               : painted("31", "✗");
    text += fmt::format("{} {:{}}  {}\n", mark, finding.name, width, finding.what);
    if (!finding.hint.empty()) text += fmt::format("  {:{}}  → {}\n", "", width, finding.hint);
  }
  for (const fs::path& file : config->files)
    text += fmt::format("  {:{}}  {}\n", "configuration", width, file.string());
  for (const std::string& warning : config->warnings)
    text += fmt::format("{} {:{}}  {}\n", painted("33", "!"), "configuration", width, for_terminal(warning));
  text += ok ? "Everything that a run needs is there.\n" : "Something that a run needs is missing.\n";
  return print_text(text) ? exit_code : 3;
}

}  // namespace proctor::cli
