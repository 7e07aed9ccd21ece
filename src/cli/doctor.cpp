#include "cli/doctor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/value_from.hpp>

#include "agents/hook.hpp"
#include "agents/settings.hpp"
#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "cli/print.hpp"
#include "framework/find_project.hpp"
#include "framework/forge_tools.hpp"
#include "framework/recognise.hpp"
#include "run/containment.hpp"
#include "run/warm.hpp"
#include "supervise/supervise.hpp"
#include "workspace/private_directory.hpp"

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
  return supervisor.run({std::move(argv), own_environment(), "/"}, limits, {});
}

Finding examine_forge(supervise::Supervisor& supervisor, const framework::ForgeTools& tools) {
  const framework::Definition& definition = framework::builtin_definition("forge");
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

// Which primitives there are is found out by using them: that says more than any file of settings.
Finding examine_sandbox(supervise::Supervisor& supervisor) {
  const auto obstacle = supervisor.sandbox_obstacle();
  if (!obstacle) return {"sandbox", State::found, "bubblewrap, namespaces and a system call filter", ""};
  return {"sandbox", State::limited, obstacle->lasts() ? "none can be had" : "none can be had at the moment",
          obstacle->reason};
}

// Which level that leads to.
Finding examine_levels(supervise::Supervisor& supervisor, const Config& config) {
  const SandboxProbe probe = [&supervisor] { return supervisor.sandbox_obstacle(); };
  const auto level = [&](Origin origin) {
    const auto held = contain(config, origin, "/", probe);
    return std::string(held ? word(held->level) : "refused");
  };
  const auto upload = contain(config, Origin::upload, "/", probe);
  return {"isolation", upload ? State::found : State::limited,
          fmt::format("uploads: {}; projects in place: {}", level(Origin::upload), level(Origin::project)),
          upload ? "" : upload.error().message};
}

// Each hook in an agent's settings is started, as the agent starts it, with a command that is to be
// rewritten.
void examine_hooks(supervise::Supervisor& supervisor, std::vector<Finding>& findings) {
  std::error_code error;
  std::vector<std::string_view> registered;
  for (const agents::Setting& setting : agents::all_settings()) {
    if (setting.part != agents::Part::hook) continue;
    const fs::path file = agents::place_of(setting.file, fs::current_path(error));
    const auto text = read_if_there(file);
    if (!text) continue;
    for (const std::string& command : agents::commands_of(*text, setting)) {
      registered.push_back(setting.agent);
      const std::string input = agents::sample_input(setting.agent);
      std::vector<std::string> environment = own_environment();
      std::erase_if(environment, [](const std::string& each) { return each.starts_with("PROCTOR_OFF="); });
      supervise::Limits limits;
      limits.wall = std::chrono::seconds(10);
      const auto outcome = supervisor.run(
          {{"/bin/sh", "-c", "printf %s " + shell_quote(input) + " | " + command}, environment, "/"}, limits,
          {});
      const bool answers = outcome.out.text().find(" run --shell -c ") != std::string::npos;
      findings.push_back(
          {"hook of " + std::string(setting.agent), answers ? State::found : State::limited,
           fmt::format("{} in {}{}", command, file.string(), answers ? "" : " doesn't answer"),
           answers ? "" : fmt::format("proctor init {}{}", setting.agent, setting.user ? "" : " --project")});
    }
  }
  for (const agents::Setting& setting : agents::all_settings()) {
    if (setting.part != agents::Part::hook || !setting.user ||
        !agents::is_installed(*agents::find_agent(setting.agent)) ||
        std::find(registered.begin(), registered.end(), setting.agent) != registered.end())
      continue;
    findings.push_back({"hook of " + std::string(setting.agent), State::limited,
                        "not registered: its test commands don't go through proctor",
                        "proctor init " + std::string(setting.agent)});
  }
}

// A run with every limit, and who says that it enforced them. The shell is the one that commands run in: what
// PATH says is no matter of the limits.
Finding examine_limits(supervise::Supervisor& supervisor) {
  supervise::Limits limits;
  limits.wall = std::chrono::seconds(10);
  limits.cpu = std::chrono::seconds(10);
  limits.memory_bytes = 1U << 30U;
  limits.processes = 100;
  const supervise::Outcome outcome =
      supervisor.run({{"/bin/sh", "-c", ":"}, own_environment(), "/"}, limits, {});
  std::string what;
  bool watched = false;
  for (const EnforcedLimit& limit : outcome.isolation.limits) {
    if (limit.name != "cpu_time" && limit.name != "memory" && limit.name != "pids") continue;
    what += fmt::format("{}{}: {}", what.empty() ? "" : "; ", limit.name, limit.enforced_by);
    watched = watched || limit.enforced_by.find("cgroup") == std::string::npos;
  }
  if (what.empty()) return {"limits", State::missing, "no command can be run", outcome.termination.evidence};
  return {"limits", watched ? State::limited : State::found, what,
          what.find("nobody") != std::string::npos ? "mount /proc"
          : watched ? "for the kernel's own limits run proctor in a cgroup that is yours: systemd-run --user "
                      "--scope -p Delegate=yes proctor …"
                    : ""};
}

Finding examine_directory(const std::string& name, const fs::path& directory, const std::string& hint) {
  if (make_private_dirs(directory) && access(directory.c_str(), W_OK) == 0)
    return {name, State::found, directory.string(), ""};
  return {name, State::limited, directory.string() + " can't be written", hint};
}

// As a run makes its own, which it can't do without: a TMPDIR that isn't there is never made. What is
// compiled for a run is put there as well, whatever is tested.
Finding examine_private_directories() {
  const fs::path place = private_directories_dir();
  const auto made = PrivateDirectory::make();
  if (!made)
    return {"uploads", State::missing, "no directory for a run in " + place.string(), made.error().message};
  if (!lets_programs_run(place)) {
    return {"uploads", State::limited, place.string() + " is mounted noexec: no tests that are compiled",
            "set TMPDIR to a directory that programs can be run from, or mount it with exec"};
  }
  return {"uploads", State::found, place.string(), ""};
}

}  // namespace

std::vector<Finding> examine(const Config& config) {
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const framework::ForgeTools tools = framework::find_forge_tools(config);
  std::vector<Finding> findings;
  findings.push_back(examine_forge(supervisor, tools));
  findings.push_back(examine_solc(tools));
  findings.push_back(examine_libraries(tools));
  const std::string scope = supervisor.kill_scope();
  const bool cgroup = scope.starts_with("cgroup");
  findings.push_back({"cgroups", cgroup ? State::found : State::limited, scope,
                      cgroup ? "" : "not needed: what a run leaves is found by its ancestry instead"});
  findings.push_back(examine_limits(supervisor));
  findings.push_back(examine_sandbox(supervisor));
  findings.push_back(examine_levels(supervisor, config));
  findings.push_back(
      examine_directory("logs", user_state_dir() / "logs",
                        "set XDG_STATE_HOME to a directory that can be written; until then runs are kept "
                        "among the temporary files"));
  findings.push_back(
      examine_directory("cache", user_cache_dir(), "set XDG_CACHE_HOME to a directory that can be written"));
  findings.push_back(examine_private_directories());
  examine_hooks(supervisor, findings);
  return findings;
}

void examine_frameworks(const Config& config, const std::vector<framework::Definition>& definitions,
                        const fs::path& directory, std::vector<Finding>& findings) {
  std::vector<std::string> needed;
  if (const auto project = framework::project_around(definitions, directory)) {
    const auto known = framework::recognised(definitions, *project);
    if (!known.empty()) needed.push_back(known.front()->name);
  }
  const auto is_needed = [&needed](const std::string& name) {
    return std::find(needed.begin(), needed.end(), name) != needed.end();
  };
  for (Finding& finding : findings) {
    const bool of_forge = finding.name == "forge" || finding.name == "solc";
    if (of_forge && finding.state == State::missing && !is_needed("forge")) finding.state = State::limited;
  }
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  for (const framework::Definition& definition : definitions) {
    const Usable found = proctor::examine(definition, {config, supervisor, {}});
    const State lack = is_needed(definition.name) ? State::missing : State::limited;
    if (definition.name != "forge") {  // which stands above
      const std::string here = is_needed(definition.name) ? ", which the project here needs" : "";
      findings.push_back(
          {definition.name, found.usable ? State::found : lack,
           (found.version.empty() ? definition.title : definition.title + ", " + found.version) + here,
           for_terminal(found.missing)});
    }
    if (definition.exercise.track.empty()) continue;
    const std::string& missing = found.usable ? found.track_missing : found.missing;
    findings.push_back({definition.exercise.track + " track", missing.empty() ? State::found : State::limited,
                        "exercises with " + definition.title, for_terminal(missing)});
  }
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
  const auto definitions = framework::load_definitions(config->frameworks.path);
  if (!definitions) return print_answer({.error = definitions.error()}, common);
  std::vector<Finding> findings = examine(*config);
  std::error_code error;
  examine_frameworks(*config, *definitions, fs::current_path(error), findings);
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
  text +=
      ok ? "Everything that a run needs here is there.\n" : "Something that a run needs here is missing.\n";
  return print_text(text) ? exit_code : 3;
}

}  // namespace proctor::cli
