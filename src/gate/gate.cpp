#include "gate/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "history/history.hpp"
#include "run/logs.hpp"
#include "run/source_tree.hpp"
#include "tree/git.hpp"
#include "tree/tree.hpp"

namespace proctor::gate {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostRuns = 1'000;
// Between the end of a run and its record.
constexpr auto kLongestRecording = 5s;
constexpr auto kPause = 50ms;

bool lies_in(const fs::path& path, const fs::path& directory) {
  return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

class Asking {
 public:
  Asking(const Asked& asked, const Config& config, supervise::Supervisor& supervisor,
         const std::stop_token& stop)
      : asked_(asked), config_(config), access_(tree_access(supervisor, stop)) {}

  Result<Answered> ask() {
    auto answered = look();
    if (!answered || answered->decision.open) return answered;
    // A run that goes on may be the one that opens.
    const auto end = Clock::now() + asked_.patience;
    const std::vector<std::string> runs = asked_.patience > 0s ? going_on() : std::vector<std::string>();
    if (runs.empty()) return answered;
    while (!going_on().empty()) {
      if (Clock::now() >= end || access_.stop.stop_requested()) {
        answered->decision.sentence = fmt::format("A run of the tests of {} goes on: wait for it", project_);
        return answered;
      }
      std::this_thread::sleep_for(kPause);
    }
    for (const auto last = Clock::now() + kLongestRecording;
         !is_recorded(runs.back()) && Clock::now() < last;)
      std::this_thread::sleep_for(kPause);
    return look();
  }

 private:
  Result<Answered> look() {
    const tree::Tree now = asked_.staged ? tree::read_index(asked_.directory, access_, asked_.index)
                                         : tree::read_tree(asked_.directory, access_);
    if (now.digest.empty())
      return fail(ErrorCode::command_failed,
                  fmt::format("The gate can't tell what lies there: {}", now.why_none));
    auto history = history::History::open(config_.history);
    if (!history) return tl::unexpected(history.error());
    auto project = history->project_of(asked_.directory);
    if (!project) return tl::unexpected(project.error());
    // Runs of what lies around the repository say nothing of it.
    project_ = !project->empty() && lies_in(*project, now.root) ? *project : now.root.string();
    const auto runs = history->runs(project_, kMostRuns);
    if (!runs) return tl::unexpected(runs.error());
    Answered answered{
        .decision =
            decide({.tree = now,
                    .runs = *runs,
                    .project = project_,
                    .staged = asked_.staged,
                    .ignored = config_.gate.ignore,
                    .max_age = asked_.max_age,
                    .now = std::chrono::duration_cast<std::chrono::milliseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count(),
                    .files_of = [&](const std::string& digest) { return history->tree_files(digest); },
                    .name_of = [&](const history::KeptRun& run) { return history->short_id(run.id); }}),
        .state = fmt::format("{} {}", now.digest, runs->empty() ? "-" : runs->front().id)};
    if (answered.decision.open || !now.git || now.commit.empty()) return answered;
    auto unchanged = unchanged_since_start(now);
    if (!unchanged) return tl::unexpected(unchanged.error());
    if (!unchanged->empty()) answered.decision = {.open = true, .sentence = *unchanged};
    return answered;
  }

  std::vector<std::string> going_on() const {
    std::vector<std::string> ids;
    for (const KeptLog& log : kept_logs()) {
      if (log.note.result == "running" && lies_in(log.note.workdir, project_)) ids.push_back(log.id);
    }
    return ids;
  }

  bool is_recorded(const std::string& id) const {
    auto history = history::History::open(config_.history);
    return !history || history->find(id);
  }

  // A sentence if nothing that counts is different from a commit that the branch or the session started from.
  Result<std::string> unchanged_since_start(const tree::Tree& now) {
    const tree::Repository repository{.root = now.root, .index = asked_.staged ? asked_.index : fs::path()};
    for (const auto& [commit, name] : starts(repository, now)) {
      auto changed = changed_since(repository, now, commit);
      if (!changed) return tl::unexpected(changed.error());
      if (that_count(std::move(*changed), config_.gate.ignore).empty())
        return fmt::format("Nothing has changed since {} ({}), where this {} started", name,
                           commit.substr(0, 8), name == kSession ? "session" : "branch");
    }
    return std::string();
  }

  // Commits, and what they are called.
  std::vector<std::pair<std::string, std::string>> starts(const tree::Repository& repository,
                                                          const tree::Tree& now) const {
    std::vector<std::pair<std::string, std::string>> commits;
    const auto add = [&](const Result<std::string>& printed, const std::string& name) {
      const std::string commit(printed ? trim(*printed) : std::string_view());
      const bool known =
          std::any_of(commits.begin(), commits.end(), [&](const auto& one) { return one.first == commit; });
      if (!commit.empty() && !known) commits.emplace_back(commit, name);
    };
    if (!asked_.session_began.empty())
      add(tree::ask_git(repository, {"rev-parse", "-q", "--verify", "HEAD@{" + asked_.session_began + "}"},
                        access_),
          kSession);
    const auto refs = tree::ask_git(
        repository,
        {"for-each-ref", "--format=%(refname)", "refs/remotes/origin/HEAD", "refs/remotes/origin/main",
         "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master"},
        access_);
    if (!refs) return commits;
    for (const std::string_view line : split_lines(*refs)) {
      const std::string ref(line);
      if (ref == "refs/heads/" + now.branch) continue;
      add(tree::ask_git(repository, {"merge-base", "HEAD", ref}, access_), ref.substr(ref.find('/', 5) + 1));
    }
    return commits;
  }

  Result<std::vector<std::string>> changed_since(const tree::Repository& repository, const tree::Tree& now,
                                                 const std::string& commit) {
    const auto staged =
        tree::ask_git(repository, {"diff-index", "--cached", "-z", "--name-only", commit, "--"}, access_);
    if (!staged) return tl::unexpected(staged.error());
    std::vector<std::string> paths = tree::split_paths(*staged);
    if (asked_.staged) return paths;
    if (!index_) index_ = tree::read_index(now.root, access_);
    if (index_->digest.empty()) return fail(ErrorCode::command_failed, index_->why_none);
    const auto unstaged = tree::changed_paths(index_->files, now.files);
    paths.insert(paths.end(), unstaged.begin(), unstaged.end());
    return paths;
  }

  static constexpr const char* kSession = "HEAD as it was";

  const Asked& asked_;
  const Config& config_;
  tree::Access access_;
  std::string project_{};
  std::optional<tree::Tree> index_{};
};

}  // namespace

Result<Answered> ask(const Asked& asked, const Config& config, supervise::Supervisor& supervisor,
                     const std::stop_token& stop) {
  return Asking(asked, config, supervisor, stop).ask();
}

}  // namespace proctor::gate
