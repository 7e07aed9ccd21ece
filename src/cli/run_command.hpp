// `proctor run`: a command that a person or an agent typed, run as it would run without proctor, and judged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

struct RunOptions {
  CommonOptions common{};
  std::vector<std::string> argv{};  ///< behind `--`
  std::string line{};               ///< behind `-c`
  bool has_line = false;
  bool shell = false;
  bool keep_env = false;
  bool quiet = false;
  std::string json{};  ///< a file for the envelope; empty: nobody wants it
  std::string directory{};
  IsolationOptions isolation{};
  ReportOptions reports{};
};

/// Takes the command out of the words of `proctor run …`, which are then options alone: what the command is
/// called with is never read as options of proctor.
void take_command(std::vector<std::string>& words, RunOptions& options);

void add_run(CLI::App& app, const std::shared_ptr<RunOptions>& options, std::function<int()>& run);

/// A call that can't be understood. It says so on stderr: stdout is the command's.
int refuse_run(const Error& error);

}  // namespace proctor::cli
