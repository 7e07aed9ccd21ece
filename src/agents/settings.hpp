// What `proctor init` writes into the settings of agents, as data: which file, where in it, and what.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

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
  std::string_view
      file;  ///< relative to the project, or with {home}, {claude}, {codex}, {config} at its beginning
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

/// A setting's file, as it is on this machine; symbolic links aren't resolved.
std::filesystem::path place_of(std::string_view file, const std::filesystem::path& project);

/// A file's text with the setting added, or with the program's path corrected in it; the same text if nothing
/// is to do. INVALID_REQUEST if the text can't be read, or something of that name stands there that isn't
/// proctor's.
Result<std::string> with_setting(std::string text, const Setting& setting, const std::string& program);

/// A file's text without the setting. A container that gets empty is taken out, too, unless it is the whole.
Result<std::string> without_setting(std::string text, const Setting& setting);

/// The commands of a setting in a text, each as words for a shell; for a proof that it works.
std::vector<std::string> commands_of(std::string_view text, const Setting& setting);

}  // namespace proctor::agents
