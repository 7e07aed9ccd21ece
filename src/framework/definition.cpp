#include "framework/definition.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include "base/toml.hpp"
#include "framework/builtin.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> strings(const toml::node_view<const toml::node>& node) {
  std::vector<std::string> list;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& item : *array) {
      if (const auto* text = item.as_string()) list.push_back(text->get());
    }
  }
  return list;
}

// Globs on names, a level at a time: "test/*.t.sol" looks at the entries of test/, and no further.
bool exists(const fs::path& directory, std::string_view glob) {
  const std::size_t slash = glob.find('/');
  const std::string part(glob.substr(0, slash));
  const std::string_view rest = slash == std::string_view::npos ? std::string_view() : glob.substr(slash + 1);
  std::error_code error;
  const auto matches = [&](const fs::path& found) {
    return rest.empty() ? fs::exists(found, error) : fs::is_directory(found, error) && exists(found, rest);
  };
  if (part.find_first_of("*?[") == std::string::npos) return matches(directory / part);
  for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (fnmatch(part.c_str(), it->path().filename().c_str(), FNM_PERIOD) == 0 && matches(it->path()))
      return true;
  }
  return false;
}

std::string with_value(std::string text, std::string_view placeholder, std::string_view value) {
  const std::size_t at = text.find(placeholder);
  return at == std::string::npos ? text : text.replace(at, placeholder.size(), value);
}

}  // namespace

Result<Definition> parse_definition(std::string_view text, const std::string& name) {
  auto parsed = parse_toml(text, name);
  if (!parsed) return tl::unexpected(parsed.error());
  const toml::table& table = *parsed;
  Definition definition;
  definition.name = table["name"].value_or(std::string());
  definition.title = table["title"].value_or(definition.name);
  definition.format = table["format"].value_or(std::string());
  definition.recognise = strings(table["recognise"]);
  definition.tool = table["tool"]["name"].value_or(std::string());
  definition.tool_version = strings(table["tool"]["version"]);
  definition.tool_hint = table["tool"]["hint"].value_or(std::string());
  definition.command = strings(table["run"]["command"]);
  definition.unset = strings(table["environment"]["unset"]);
  if (const toml::table* options = table["options"].as_table()) {
    for (const auto& [field, arguments] : *options) {
      definition.options[std::string(field.str())] = strings(toml::node_view<const toml::node>(arguments));
    }
  }
  if (const toml::table* set = table["environment"]["set"].as_table()) {
    for (const auto& [variable, value] : *set)
      definition.set[std::string(variable.str())] = value.value_or(std::string());
  }
  for (const auto& [key, missing] : {std::pair("name", definition.name.empty()),
                                     {"format", definition.format.empty()},
                                     {"recognise", definition.recognise.empty()},
                                     {"run.command", definition.command.empty()}}) {
    if (missing) return fail(ErrorCode::invalid_request, fmt::format("{}: {} is missing", name, key));
  }
  return definition;
}

const std::vector<Definition>& definitions() {
  static const std::vector<Definition> kDefinitions = [] {
    std::vector<Definition> list;
    for (const BuiltinFile& file : builtin_files()) {
      // A test reads each of them, so that a bad one never gets into a release.
      if (auto definition =
              parse_definition(file.text, fmt::format("frameworks/{}/framework.toml", file.name))) {
        list.push_back(std::move(*definition));
      }
    }
    return list;
  }();
  return kDefinitions;
}

bool recognises(const Definition& definition, const fs::path& root) {
  for (const std::string& glob : definition.recognise) {
    if (exists(root, glob)) return true;
  }
  return false;
}

Result<const Definition*> choose(const Request& request, const fs::path& root) {
  std::string names;
  std::string marks;
  for (const Definition& definition : definitions()) {
    if (request.framework.empty() ? recognises(definition, root) : definition.name == request.framework)
      return &definition;
    names += (names.empty() ? "" : ", ") + definition.name;
    for (const std::string& glob : definition.recognise) marks += (marks.empty() ? "" : ", ") + glob;
  }
  if (!request.framework.empty()) {
    return invalid_field("framework", fmt::format("{} isn't known; there are: {}", request.framework, names));
  }
  return fail(
      ErrorCode::test_none_ran,
      fmt::format(
          "No test framework is recognised in {}: none of {} is there. Name another directory, or the "
          "framework with --framework ({}).",
          root.string(), marks, names));
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
  for (const std::string& word : definition.command)
    argv.push_back(with_value(word, "{root}", root.string()));
  for (std::string& argument : option_arguments(definition, request)) argv.push_back(std::move(argument));
  return argv;
}

}  // namespace proctor::framework
