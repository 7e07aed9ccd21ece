// What is data about a framework: its framework.toml.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "request/request.hpp"

namespace proctor::framework {

struct Definition {
  std::string name;
  std::string title;
  std::string format;                  ///< of its results, a reader in format/
  std::vector<std::string> recognise;  ///< globs relative to the project root; any of them
  std::string tool;                    ///< the program it needs
  std::vector<std::string> tool_version;
  std::string tool_hint;             ///< how to get it
  std::vector<std::string> command;  ///< argv; {root} stands for the project root
  std::map<std::string, std::vector<std::string>>
      options;  ///< field of a request to arguments; {} is its value
  std::map<std::string, std::string> set;
  std::vector<std::string> unset;
};

/// Reads a framework.toml. `name` is for messages.
Result<Definition> parse_definition(std::string_view text, const std::string& name);

/// All that are part of the program, by name.
const std::vector<Definition>& definitions();

/// Whether a directory looks like a project of the framework.
bool recognises(const Definition& definition, const std::filesystem::path& root);

/// The framework that the request names, or the one that recognises the project.
Result<const Definition*> choose(const Request& request, const std::filesystem::path& root);

/// The command with {root} filled in and the request's options behind it.
std::vector<std::string> command_line(const Definition& definition, const Request& request,
                                      const std::filesystem::path& root);

/// The arguments for the request's fields alone.
std::vector<std::string> option_arguments(const Definition& definition, const Request& request);

}  // namespace proctor::framework
