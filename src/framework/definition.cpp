#include "framework/definition.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>

#include "base/exception.hpp"
#include "base/files.hpp"
#include "format/reader.hpp"
#include "framework/builtin.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestData = 4U << 20U;

std::string with_value(std::string text, std::string_view placeholder, std::string_view value) {
  const std::size_t at = text.find(placeholder);
  return at == std::string::npos ? text : text.replace(at, placeholder.size(), value);
}

}  // namespace

bool glob_matches(const std::string& glob, const std::string& name) {
  return fnmatch(glob.c_str(), name.c_str(), FNM_PERIOD) == 0;
}

bool glob_walk(const fs::path& directory, std::string_view glob,
               const std::function<bool(const fs::path&)>& found) {
  const std::size_t slash = glob.find('/');
  const std::string part(glob.substr(0, slash));
  const std::string_view rest = slash == std::string_view::npos ? std::string_view() : glob.substr(slash + 1);
  std::error_code error;
  const auto enter = [&](const fs::path& path) {
    if (rest.empty()) return !fs::exists(path, error) || found(path);
    return !fs::is_directory(path, error) || glob_walk(path, rest, found);
  };
  if (part.find_first_of("*?[") == std::string::npos) {
    return enter(directory / part);
  }
  std::error_code listing;
  for (auto it = fs::directory_iterator(directory, listing); !listing && it != fs::directory_iterator();
       it.increment(listing)) {
    if (glob_matches(part, it->path().filename().string()) && !enter(it->path())) return false;
  }
  throw_if_short(directory, listing);
  return true;
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
      auto definition = parse_definition(file_named(holder, "framework.toml"),
                                         fmt::format("frameworks/{}/framework.toml", name));
      if (!definition) throw Failure(definition.error());  // the build has checked it (check_folders.cpp)
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

const std::vector<RequestOption>& request_options() {
  // A field that isn't given has no values, and its option isn't passed.
  using Values = std::vector<std::string>;
  const auto text = [](std::string Request::*field) {
    return [field](const Request& request) {
      return (request.*field).empty() ? Values() : Values{request.*field};
    };
  };
  static const std::vector<RequestOption> kOptions{
      {"match_path",
       [](const Request& request) {
         Values globs = request.paths;
         if (!request.match_path.empty()) globs.insert(globs.begin(), request.match_path);
         return globs;
       }},
      {"changed", text(&Request::changed)},
      {"match_contract", text(&Request::match_contract)},
      {"filter", text(&Request::filter)},
      {"shard",
       [](const Request& request) {
         const auto& shard = request.shard;
         return shard ? Values{fmt::format("{}/{}", shard->index, shard->count)} : Values();
       }},
      {"evm_version", text(&Request::evm_version)},
      {"fuzz_runs",
       [](const Request& request) {
         return request.fuzz_runs ? Values{std::to_string(*request.fuzz_runs)} : Values();
       }},
      {"fuzz_seed", text(&Request::fuzz_seed)},
      {"fail_fast", [](const Request& request) { return Values(request.fail_fast ? 1 : 0); }},
      {"debug", [](const Request& request) { return Values(request.debug ? 1 : 0); }},
      {"jobs",
       [](const Request& request) {
         return request.jobs ? Values{std::to_string(*request.jobs)} : Values();
       }},
      {"verbosity",
       [](const Request& request) { return Values(static_cast<std::size_t>(request.verbosity)); }},
  };
  return kOptions;
}

std::vector<std::string> option_arguments(const Definition& definition, const Request& request) {
  std::vector<std::string> arguments;
  for (const RequestOption& field : request_options()) {
    const auto option = definition.options.find(field.name);
    if (option == definition.options.end()) continue;
    for (const std::string& value : field.values(request)) {
      for (const std::string& argument : option->second)
        arguments.push_back(with_value(argument, "{}", value));
    }
  }
  return arguments;
}

source::Rules test_rules(const Definition::Source& source) {
  return {.grammar = source.grammar,
          .query = source.query,
          .code = source.code,
          .separator = source.separator,
          .parse = source.parse,
          .section = source.section,
          .skips = source.skips};
}

bool is_native(const Definition& definition) {
  const auto& native = format::reader_formats();
  return std::find(native.begin(), native.end(), definition.format) != native.end();
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
