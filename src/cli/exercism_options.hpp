// What the commands that test submissions have in common: the options, and what is made from them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options.hpp"
#include "config/config.hpp"
#include "framework/definition.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

/// Submissions side by side, at most.
inline constexpr std::size_t kMostJobs = 256;

struct ExercismOptions {
  CommonOptions common{};
  IsolationOptions isolation{};
  std::string track{};
  std::vector<std::string> frameworks{};
};

/// --track, --frameworks, --timeout, --config and those of isolation. The object must outlive the parsing.
void add_exercism_options(CLI::App& command, ExercismOptions& options);

struct ExercismSettings {
  Config config{};
  std::vector<framework::Definition> definitions{};
};

/// A submission's own directory settles nothing: only the site's configuration counts.
Result<Config> load_exercism_config(const ExercismOptions& options);
Result<ExercismSettings> load_exercism_settings(const ExercismOptions& options);

/// Warnings on stderr: what is said of many submissions is told once.
class ExercismWarnings {
 public:
  explicit ExercismWarnings(const char* command) : command_(command) {}
  void tell(const std::vector<std::string>& warnings);

 private:
  const char* command_;
  std::set<std::string> told_{};
};

/// Tells the error on stderr, as "proctor COMMAND: CODE: …", and gives its exit code, which isn't 0.
int refuse_exercism(const char* command, const Error& error);

}  // namespace proctor::cli
