// The agents that `proctor init` knows, and what it writes into their settings, as data: which file, where in
// it, and what.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::agents {

enum class Part { mcp, hook, gate };
enum class Format {
  strict,     ///< JSON to whose reader a comment is an error
  commented,  ///< JSON that may have comments
  table,      ///< TOML: a table at the end of the file
  whole,      ///< the file is proctor's own
};

/// One place in one file.
struct Setting {
  std::string_view agent;
  Part part;
  bool user;  ///< of the user's settings; otherwise of the project's
  /// Relative to the project, or with {home}, {claude}, {codex}, {config} at its beginning.
  std::string_view file;
  Format format;
  std::string_view path;  ///< of the array or object, with a blank between the names
  std::string_view key;   ///< of the member; empty: an element of an array
  /// The text of the value, with {program}: the path as it stands in a string, and {command}: the same as a
  /// shell takes it.
  std::string_view value;
};

std::span<const Setting> all_settings();

struct Agent {
  std::string_view name;
  std::string_view title;
  std::string_view programs;  ///< whose presence on the PATH shows it, with a blank between
  std::string_view folder;    ///< whose presence shows it as well, as Setting::file
  std::string_view rules;     ///< file of the project that it reads rules from
  std::string_view next;      ///< what the person still has to do
};

std::span<const Agent> all_agents();
const Agent* find_agent(std::string_view name);

/// Whether there is a sign of the agent on this machine.
bool is_installed(const Agent& agent);

/// The names in a list with a blank between them: in Setting::path, Agent::programs.
std::vector<std::string> names_in(std::string_view list);

/// A setting's file, as it is on this machine; symbolic links aren't resolved.
std::filesystem::path place_of(std::string_view file, const std::filesystem::path& project);

}  // namespace proctor::agents
