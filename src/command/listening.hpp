// Has the test tools that a command starts report what their tests did, without any change of what they
// print.
//
// A framework's folder says by which variables its tool finds our client (framework.toml, [listen]); they are
// added to what is set. The client takes them out of its process's environment at once, and tells of the
// tests over the run's side channel. A tool that doesn't report is no error: then its output is looked at.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "format/event_stream.hpp"
#include "format/output_evidence.hpp"
#include "framework/definition.hpp"
#include "supervise/supervise.hpp"

namespace proctor::command {

class Listening {
 public:
  /// Writes the clients into `directory`, which is private to the run. Names of files are told relative to
  /// `root`. Where that fails, nobody reports; nor where the directory has a space or another separator in
  /// its name, which would break the variables.
  Listening(const std::vector<framework::Definition>& definitions, std::filesystem::path directory,
            std::filesystem::path root);

  /// Has what the command starts report to this object, which must outlive the run.
  void apply(supervise::Command& command, supervise::RunOptions& options);

  /// What each tool told, in the order in which they came.
  std::vector<format::Evidence> evidence();

 private:
  std::string read(int client, std::string_view bytes);

  std::filesystem::path directory_;
  std::filesystem::path root_;
  std::map<std::string, std::string> added_{};  ///< by variable
  std::string nonce_;
  std::map<int, std::unique_ptr<format::EventStream>> clients_{};
};

}  // namespace proctor::command
