// One run of a call whose turn has come: its id, log, stop and private directory, and its line in
// the journal, which is ended whatever happens.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "run/logs.hpp"
#include "tool/call.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::tool {

class RunScope {
 public:
  /// What is shown and written down of the command has secrets masked. INTERNAL_ERROR if there is no place
  /// for its files.
  static Result<std::unique_ptr<RunScope>> enter(const Call& call, const std::string& command,
                                                 const std::filesystem::path& workdir);
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

  const Log& log() const { return log_; }
  std::stop_token stop() const { return run_->token(); }
  const std::string& tag() const { return log_.id; }
  /// The clean environment, with a TMPDIR of the run's own (unless the configuration sets another).
  std::vector<std::string> environment() const;
  /// What went wrong without being a reason against the run.
  const std::vector<std::string>& warnings() const { return warnings_; }
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }
  const std::filesystem::path& directory() const { return directory_->path(); }

  /// Started::late.
  void is_late() { late_.request_stop(); }

  /// "ok" or a code, for the journal and the list of logs.
  void set_result(std::string result) { result_ = std::move(result); }

 private:
  RunScope(const Call& call, PrivateDirectory directory, LogNote note);
  std::filesystem::path temporary() const { return directory_->path() / "tmp"; }

  const Call& call_;
  std::optional<PrivateDirectory> directory_;
  LogNote note_;
  Log log_;
  std::optional<RunningLog> running_{};
  std::optional<RunningCalls::Run> run_{};
  std::stop_source late_{};
  std::string result_ = "INTERNAL_ERROR";
  std::vector<std::string> warnings_{};
};

}  // namespace proctor::tool
