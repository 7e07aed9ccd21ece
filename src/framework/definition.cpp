#include "framework/definition.hpp"

#include <fmt/format.h>
#include <fnmatch.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/exception.hpp"
#include "base/files.hpp"
#include "base/toml.hpp"
#include "framework/builtin.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestData = 4U << 20U;

std::vector<std::string> strings(const toml::node_view<const toml::node>& node) {
  std::vector<std::string> list;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& item : *array) {
      if (const auto* text = item.as_string()) list.push_back(text->get());
    }
  }
  return list;
}

std::vector<std::vector<std::string>> lists(const toml::node_view<const toml::node>& node) {
  std::vector<std::vector<std::string>> all;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& item : *array) all.push_back(strings(toml::node_view<const toml::node>(item)));
  }
  return all;
}

std::vector<Sign> signs(const toml::node_view<const toml::node>& node) {
  std::vector<Sign> all;
  const toml::array* array = node.as_array();
  if (array == nullptr) return all;
  for (const toml::node& item : *array) {
    if (const auto* glob = item.as_string()) all.push_back({.glob = glob->get()});
    if (const toml::table* table = item.as_table()) {
      all.push_back({.glob = (*table)["file"].value_or(std::string()),
                     .has = (*table)["has"].value_or(std::string()),
                     .with = (*table)["with"].value_or(std::string()),
                     .without = (*table)["without"].value_or(std::string()),
                     .hint = (*table)["hint"].value_or(false)});
    }
  }
  return all;
}

// Why a sign can't be used; empty: it can.
std::string fault_of(const Sign& sign) {
  if (sign.glob.empty()) return "recognise has an entry without a file";
  RE2::Options quiet;
  quiet.set_log_errors(false);
  const RE2 pattern(sign.has, quiet);
  return pattern.ok() ? "" : fmt::format("recognise: {}: {}", sign.has, pattern.error());
}

std::map<std::string, std::string> variables(const toml::node_view<const toml::node>& node) {
  std::map<std::string, std::string> all;
  if (const toml::table* table = node.as_table()) {
    for (const auto& [variable, value] : *table)
      all[std::string(variable.str())] = value.value_or(std::string());
  }
  return all;
}

Definition::Commands commands(const toml::node_view<const toml::node>& table) {
  return {strings(table["build"]), strings(table["command"]), variables(table["set"])};
}

std::vector<std::pair<std::string, std::string>> replacements(const toml::node_view<const toml::node>& node) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& pair : lists(node)) {
    if (pair.size() == 2) all.emplace_back(pair[0], pair[1]);
  }
  return all;
}

Definition::Source read_source(const toml::node_view<const toml::node>& table) {
  Definition::Source source;
  source.grammar = table["grammar"].value_or(std::string());
  source.files = strings(table["files"]);
  source.code = table["code"].value_or(std::string());
  source.parse = replacements(table["parse"]);
  source.section = table["section"].value_or(std::string());
  source.planned_only = table["planned_only"].value_or(false);
  source.last_counts = table["last_counts"].value_or(false);
  source.separator = table["separator"].value_or(source.separator);
  return source;
}

Definition::Exercise read_exercise(const toml::node_view<const toml::node>& table) {
  Definition::Exercise exercise;
  exercise.track = table["track"].value_or(std::string());
  exercise.version = static_cast<int>(table["version"].value_or(std::int64_t{3}));
  exercise.tests = strings(table["tests"]);
  exercise.commands = commands(table);
  exercise.tasks_when = table["tasks_when"].value_or(std::string());
  exercise.task_per_group = table["task_per_group"].value_or(std::string());
  if (table["output"].is_array()) {
    const std::vector<std::string> streams = strings(table["output"]);
    exercise.joined = std::count(streams.begin(), streams.end(), "joined") > 0;
    exercise.out_counts = exercise.joined || std::count(streams.begin(), streams.end(), "out") > 0;
    exercise.err_counts = exercise.joined || std::count(streams.begin(), streams.end(), "err") > 0;
  }
  exercise.by_start = table["order"].value_or(std::string()) == "start";
  exercise.config_tests = table["config_tests"].value_or(true);
  exercise.config_names = strings(table["config_tests"]);
  exercise.skipped_pass = table["skipped_pass"].value_or(false);
  exercise.trim_output = table["trim_output"].value_or(false);
  exercise.tasks_numbered = table["tasks_numbered"].value_or(false);
  exercise.tasks_in = table["tasks_in"].value_or(std::string());
  exercise.names = replacements(table["names"]);
  exercise.collapse = replacements(table["collapse"]);
  exercise.shown = replacements(table["shown"]);
  return exercise;
}

std::string with_value(std::string text, std::string_view placeholder, std::string_view value) {
  const std::size_t at = text.find(placeholder);
  return at == std::string::npos ? text : text.replace(at, placeholder.size(), value);
}

// A misspelt key would otherwise be a wish that nobody hears.
const std::map<std::string_view, std::set<std::string_view>>& known_keys() {
  static const std::map<std::string_view, std::set<std::string_view>> kKeys{
      {"", {"name", "title", "format", "recognise"}},
      {"tool", {"name", "version", "hint", "needs"}},
      {"source",
       {"grammar", "files", "code", "last_counts", "parse", "planned_only", "section", "separator"}},
      {"run", {"build", "command", "set"}},
      {"environment", {"set", "unset", "toolchain"}},
      {"exercise",
       {"track", "version", "tests", "config_tests", "build", "command", "set", "output", "skipped_pass",
        "trim_output", "order", "names", "collapse", "shown", "tasks_when", "tasks_numbered", "tasks_in",
        "task_per_group"}},
      {"evidence",
       {"failed", "excused", "passed", "passed_some", "none", "nothing", "begins", "ends"}},  // words.cpp
      {"warm", {"command"}}};
  return kKeys;
}

std::string unknown_key(const toml::table& table) {
  for (const auto& [key, value] : table) {
    if (known_keys().at("").contains(key.str()) || key.str() == "options") continue;
    const auto section = known_keys().find(key.str());
    if (section == known_keys().end() || !value.is_table()) return std::string(key.str());
    for (const auto& [inner, of_inner] : *value.as_table()) {
      static_cast<void>(of_inner);
      if (!section->second.contains(inner.str())) return fmt::format("{}.{}", key.str(), inner.str());
    }
  }
  return {};
}

}  // namespace

Result<Definition> parse_definition(std::string_view text, const std::string& name) {
  auto parsed = parse_toml(text, name);
  if (!parsed) return tl::unexpected(parsed.error());
  const toml::table& table = *parsed;
  if (const std::string key = unknown_key(table); !key.empty())
    return fail(ErrorCode::invalid_request, fmt::format("{}: unknown key {}", name, key));
  Definition definition;
  definition.name = table["name"].value_or(std::string());
  definition.title = table["title"].value_or(definition.name);
  definition.format = table["format"].value_or(std::string());
  definition.recognise = signs(table["recognise"]);
  definition.tool = table["tool"]["name"].value_or(std::string());
  definition.tool_version = strings(table["tool"]["version"]);
  definition.tool_hint = table["tool"]["hint"].value_or(std::string());
  definition.run = commands(table["run"]);
  definition.needs = lists(table["tool"]["needs"]);
  definition.source = read_source(table["source"]);
  definition.exercise = read_exercise(table["exercise"]);
  definition.warm = strings(table["warm"]["command"]);
  definition.toolchain = strings(table["environment"]["toolchain"]);
  definition.unset = strings(table["environment"]["unset"]);
  if (const toml::table* options = table["options"].as_table()) {
    for (const auto& [field, arguments] : *options) {
      definition.options[std::string(field.str())] = strings(toml::node_view<const toml::node>(arguments));
    }
  }
  definition.set = variables(table["environment"]["set"]);
  for (const auto& [key, missing] :
       {std::pair("name", definition.name.empty()),
        {"format", definition.format.empty()},
        {"recognise", definition.recognise.empty()},
        {"run.command", definition.run.command.empty() && definition.exercise.commands.command.empty()}}) {
    if (missing) return fail(ErrorCode::invalid_request, fmt::format("{}: {} is missing", name, key));
  }
  for (const Sign& sign : definition.recognise) {
    if (const std::string fault = fault_of(sign); !fault.empty())
      return fail(ErrorCode::invalid_request, fmt::format("{}: {}", name, fault));
  }
  return definition;
}

bool glob_matches(const std::string& glob, const std::string& name) {
  return fnmatch(glob.c_str(), name.c_str(), FNM_PERIOD) == 0;
}

void glob_walk(const fs::path& directory, std::string_view glob,
               const std::function<void(const fs::path&)>& found) {
  const std::size_t slash = glob.find('/');
  const std::string part(glob.substr(0, slash));
  const std::string_view rest = slash == std::string_view::npos ? std::string_view() : glob.substr(slash + 1);
  std::error_code error;
  const auto enter = [&](const fs::path& path) {
    if (!rest.empty()) {
      if (fs::is_directory(path, error)) glob_walk(path, rest, found);
    } else if (fs::exists(path, error)) {
      found(path);
    }
  };
  if (part.find_first_of("*?[") == std::string::npos) {
    enter(directory / part);
    return;
  }
  std::error_code listing;
  for (auto it = fs::directory_iterator(directory, listing); !listing && it != fs::directory_iterator();
       it.increment(listing)) {
    if (glob_matches(part, it->path().filename().string())) enter(it->path());
  }
  throw_if_short(directory, listing);
}

namespace {

std::string_view file_named(const Definition& definition, std::string_view path) {
  for (const auto& [name, text] : definition.files) {
    if (name == path) return text;
  }
  return {};
}

Result<Definition> load_folder(const fs::path& folder) {
  const fs::path file = folder / "framework.toml";
  const auto text = read_file(file, kLargestData);
  if (!text) return tl::unexpected(text.error());
  auto definition = parse_definition(*text, file.string());
  if (!definition) return definition;
  definition->folder = fs::absolute(folder).lexically_normal();
  if (auto query = read_if_there(folder / "tests.scm", kLargestData))
    definition->source.query = std::move(*query);
  if (auto skips = read_if_there(folder / "skips.scm", kLargestData))
    definition->source.skips = std::move(*skips);
  return definition;
}

}  // namespace

const std::vector<Definition>& definitions() {
  static const std::vector<Definition> kDefinitions = [] {
    std::map<std::string_view, std::vector<std::pair<std::string, std::string_view>>> folders;
    for (const BuiltinFile& file : builtin_files()) {
      if (!file.framework.empty()) folders[file.framework].emplace_back(std::string(file.path), file.text);
    }
    std::vector<Definition> list;
    for (auto& [name, files] : folders) {
      Definition holder;
      holder.files = std::move(files);
      // A test reads each of them, so that a bad one never gets into a release.
      auto definition = parse_definition(file_named(holder, "framework.toml"),
                                         fmt::format("frameworks/{}/framework.toml", name));
      if (!definition) continue;
      definition->source.query = file_named(holder, "tests.scm");
      definition->source.skips = file_named(holder, "skips.scm");
      definition->files = std::move(holder.files);
      list.push_back(std::move(*definition));
    }
    return list;
  }();
  return kDefinitions;
}

const Definition& builtin_definition(std::string_view name) {
  const auto& all = definitions();
  return *std::find_if(all.begin(), all.end(), [&](const Definition& one) { return one.name == name; });
}

Result<std::vector<Definition>> load_definitions(const std::vector<fs::path>& directories) {
  std::vector<Definition> all = definitions();
  for (const fs::path& directory : directories) {
    std::error_code error;
    std::vector<fs::path> folders;
    for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      if (fs::exists(it->path() / "framework.toml")) folders.push_back(it->path());
    }
    if (error) return fail_system(directory.string(), error.value(), ErrorCode::invalid_request);
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
      auto definition = load_folder(folder);
      if (!definition) return tl::unexpected(definition.error());
      std::erase_if(all, [&](const Definition& other) { return other.name == definition->name; });
      all.push_back(std::move(*definition));
    }
  }
  return all;
}

std::vector<std::string> option_arguments(const Definition& definition, const Request& request) {
  std::vector<std::string> arguments;
  const auto add = [&](const char* field, const std::string& value) {
    const auto option = definition.options.find(field);
    if (option == definition.options.end()) return;
    for (const std::string& argument : option->second) arguments.push_back(with_value(argument, "{}", value));
  };
  const auto add_text = [&](const char* field, const std::string& value) {
    if (!value.empty()) add(field, value);
  };
  add_text("match_path", request.match_path);
  add_text("match_contract", request.match_contract);
  add_text("filter", request.filter);
  add_text("evm_version", request.evm_version);
  if (request.fuzz_runs) add("fuzz_runs", std::to_string(*request.fuzz_runs));
  add_text("fuzz_seed", request.fuzz_seed);
  if (request.fail_fast) add("fail_fast", "");
  for (int level = 0; level < request.verbosity; ++level) add("verbosity", "");
  return arguments;
}

std::vector<std::string> command_line(const Definition& definition, const Request& request,
                                      const fs::path& root) {
  std::vector<std::string> argv;
  for (const std::string& word : definition.run.command)
    argv.push_back(with_value(word, "{root}", root.string()));
  for (std::string& argument : option_arguments(definition, request)) argv.push_back(std::move(argument));
  return argv;
}

}  // namespace proctor::framework
