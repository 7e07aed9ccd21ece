#include "cli/watch_loop.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/environment.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "cli/print.hpp"
#include "cli/watch_keys.hpp"
#include "run/last_failed.hpp"
#include "watch/file_watch.hpp"
#include "watch/own_output.hpp"

namespace proctor::cli {
namespace {

using watch::Paths;

constexpr int kQuiet = 150;             // milliseconds without a change, before the tests run
constexpr int kLookAtTerminal = 1'000;  // milliseconds: whether proctor is in the foreground again
constexpr std::chrono::seconds kGitTime{30};
constexpr std::size_t kPathsAtOnce = 500;
constexpr std::size_t kNamedChanges = 3;
constexpr std::string_view kClear = "\x1b[2J\x1b[3J\x1b[H";

// Readable once a stop was requested.
class StopSignal {
 public:
  explicit StopSignal(const std::stop_token& stop)
      : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), wake_(stop, Wake{event_.get()}) {}
  int fd() const { return event_.get(); }

 private:
  struct Wake {
    int fd;
    void operator()() const {
      const std::uint64_t one = 1;
      (void)!write(fd, &one, sizeof one);
    }
  };
  UniqueFd event_;
  std::stop_callback<Wake> wake_;
};

// Waits until one of these is readable, at most so long.
bool wait_for_any(std::array<int, 3> fds, int milliseconds) {
  std::array<pollfd, 3> polled{};
  for (std::size_t i = 0; i < fds.size(); ++i) polled.at(i) = {fds.at(i), POLLIN, 0};  // poll passes over -1
  return poll(polled.data(), polled.size(), milliseconds) > 0;
}

// Which files git counts to the project's sources. Everything, where there is no git.
class Sources {
 public:
  Sources(std::filesystem::path root, supervise::Supervisor& supervisor, std::stop_token stop)
      : root_(std::move(root)), supervisor_(supervisor), stop_(std::move(stop)) {
    Paths top;
    uses_git_ = git({"rev-parse", "--is-inside-work-tree"}, top);
  }

  /// Directories that git ignores.
  Paths ignored() const {
    Paths found;
    if (uses_git_)
      git({"ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"}, found);
    Paths directories;
    for (const std::string& path : found)
      if (path.ends_with('/')) directories.insert(path.substr(0, path.size() - 1));
    return directories;
  }

  /// Of what has changed, the files that git tracks or would add.
  Paths among(const Paths& changed) const {
    if (!uses_git_ || changed.empty()) return changed;
    Paths found;
    std::vector<std::string> words;
    for (auto it = changed.begin(); it != changed.end();) {
      words = {"ls-files", "--cached", "--others", "--exclude-standard", "-z", "--"};
      for (std::size_t i = 0; i < kPathsAtOnce && it != changed.end(); ++i) words.push_back(*it++);
      if (!git(words, found)) return changed;
    }
    return found;
  }

 private:
  // Adds what it prints, split at NUL, to `found`. False if it isn't there or doesn't succeed.
  bool git(std::vector<std::string> words, Paths& found) const {
    words.insert(words.begin(), {"git", "--literal-pathspecs", "-c", "core.fsmonitor=false"});
    std::string output;
    const auto outcome =
        supervisor_.run({.argv = std::move(words), .environment = own_environment(), .workdir = root_},
                        {.wall = kGitTime}, stop_, {.sink = [&output](Stream stream, std::string_view bytes) {
                          if (stream == Stream::out) output += bytes;
                        }});
    for (std::string_view rest = output; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\0'), rest.size());
      found.emplace(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return outcome.termination.kind == Termination::Kind::exited && outcome.termination.code == 0;
  }

  std::filesystem::path root_;
  supervise::Supervisor& supervisor_;
  std::stop_token stop_;
  bool uses_git_ = false;
};

std::string named(const Paths& paths) {
  std::string text;
  std::size_t number = 0;
  for (const std::string& path : paths) {
    if (++number > kNamedChanges) break;
    text += (text.empty() ? "" : ", ") + printable(path);
  }
  return paths.size() > kNamedChanges ? fmt::format("{} and {} more", text, paths.size() - kNamedChanges)
                                      : text;
}

class WatchLoop {
 public:
  WatchLoop(const Watched& watched, watch::FileWatch files, Sources sources, const std::stop_token& stop)
      : watched_(watched),
        files_(std::move(files)),
        sources_(std::move(sources)),
        stop_(stop),
        stopped_(stop) {}

  int run() {
    run_tests({}, "");
    if (refused_) return code_;
    for (bool waits = false; !ends();) {
      if (key_) {
        const char key = *std::exchange(key_, std::nullopt);
        waits = !on_key(key);
      } else if (!changed_.empty()) {
        const Paths changed = std::exchange(changed_, {});
        failed_first("changed: " + named(changed));
        waits = false;
      } else {
        if (!waits) say_status();
        waits = true;
        wait();
      }
    }
    if (error_) return print_answer({.error = error_}, {});
    return stop_.stop_requested() ? info(ErrorCode::test_cancelled).exit_code : code_;
  }

 private:
  bool ends() const { return quits_ || error_ || stop_.stop_requested(); }

  void note(const std::string& line) const {
    if (!watched_.quiet) print_note(line);
  }

  void say_status() {
    for (const std::string& path : own_.take_news())
      note(fmt::format("{} changes with every run: from now on that starts none.", printable(path)));
    const std::string filter =
        filter_ && !filter_->empty() ? fmt::format(" (filter: {})", printable(*filter_)) : "";
    if (keys_.there()) {
      note(fmt::format("\nWatching{}. a all, f failed ({}), p filter, Enter again, q quit, h help", filter,
                       failed_.size()));
    } else {
      note(fmt::format("watching {}{}", printable(watched_.root.string()), filter));
    }
  }

  // Whether the screen shows something new now.
  bool on_key(char key) {
    switch (key) {
      case 'q':
        quits_ = true;
        if (interrupted_) code_ = info(ErrorCode::test_cancelled).exit_code;
        return true;
      case 'a':
        filter_.reset();
        run_tests({}, "all tests");
        return true;
      case 'f':
        if (failed_.empty()) {
          note("Nothing failed last.");
          return false;
        }
        run_tests(failed_, "what failed");
        return true;
      case '\n':
      case '\r':
        failed_first("again");
        return true;
      case 'p':
      case '/':
        if (auto text =
                keys_.ask("Only tests whose name matches (a regular expression; empty: all): ", stop_)) {
          filter_ = std::move(*text);
          run_tests({}, "");
        }
        return true;
      case 'h':
      case '?':
        note(
            "  a      run all tests, without a filter\n"
            "  f      run only what failed\n"
            "  p, /   run only tests whose name matches\n"
            "  Enter  run what failed, then the rest\n"
            "  q      quit; so does Ctrl-C\n"
            "While tests run these keys end the run.");
        return false;
      default:
        return false;
    }
  }

  // What failed alone, as long as it does; then everything.
  void failed_first(const std::string& why) {
    if (!failed_.empty()) {
      const auto error = run_tests(failed_, why + " (what failed comes first)");
      if (key_ || ends() || (error && *error != ErrorCode::test_none_ran)) return;
    }
    run_tests({}, why);
  }

  // Returns the code of the error, if there was one.
  std::optional<ErrorCode> run_tests(std::vector<TestId> only, const std::string& why) {
    if (watched_.clear) print_text(kClear);
    if (!why.empty()) note(why);
    Paths during;
    std::stop_source run_stop;
    Answer answer;
    {
      const std::stop_callback follow(stop_, [&run_stop] { run_stop.request_stop(); });
      const std::jthread listener([&](const std::stop_token& over) { listen(over, run_stop, during); });
      answer = watched_.run({.filter = filter_, .only = std::move(only)}, run_stop.get_token());
    }
    take_changes(during);
    for (const std::string& path : own_.after_run(
             sources_.among(during), [this](const std::string& file) { return files_.knows(file); }))
      changed_.insert(path);
    refused_ = !answer.report && answer.error && answer.error->code == ErrorCode::invalid_request;
    // A run that a key has ended says nothing.
    interrupted_ = key_.has_value();
    if (!interrupted_) code_ = watched_.print(answer);
    if (answer.report && !(answer.error && answer.error->code == ErrorCode::test_cancelled))
      failed_ = failed_tests(*answer.report);
    return answer.error ? std::optional(answer.error->code) : std::nullopt;
  }

  // While the tests run: a thread of its own notes what changes, and a key ends the run.
  void listen(const std::stop_token& over, std::stop_source& run_stop, Paths& during) {
    const StopSignal run_is_over(over);
    while (!over.stop_requested()) {
      wait_for_any({files_.fd(), run_is_over.fd(), keys_.there() ? STDIN_FILENO : -1}, kLookAtTerminal);
      take_changes(during);
      constexpr std::string_view kEnding = "qaf\n\rp/";
      const auto key = keys_.take();
      if (!key || kEnding.find(*key) == std::string_view::npos) continue;
      key_ = key;
      run_stop.request_stop();
      return;
    }
  }

  void take_changes(Paths& changed) {
    auto taken = files_.take();
    if (taken) {
      changed.merge(*taken);
    } else {
      error_ = taken.error();
    }
  }

  // Until a key is pressed, or files have changed and nothing more changes.
  void wait() {
    wait_for_any({files_.fd(), stopped_.fd(), keys_.there() ? STDIN_FILENO : -1}, kLookAtTerminal);
    key_ = keys_.take();
    Paths changed;
    take_changes(changed);
    while (!changed.empty() && !ends() && wait_for_any({files_.fd(), stopped_.fd(), -1}, kQuiet))
      take_changes(changed);
    if (changed.empty() || ends()) return;
    changed_ = sources_.among(changed);
    own_.between_runs(changed_);
    files_.know(changed_);
  }

  const Watched& watched_;
  watch::FileWatch files_;
  Sources sources_;
  watch::OwnOutput own_{};
  std::stop_token stop_;
  StopSignal stopped_;
  Keys keys_{};
  std::optional<std::string> filter_{};
  std::vector<TestId> failed_{};
  Paths changed_{};            // what starts the next run
  std::optional<char> key_{};  // pressed, and not yet obeyed
  std::optional<Error> error_{};
  int code_ = 0;
  bool quits_ = false;
  bool interrupted_ = false;  // a key has ended the last run
  bool refused_ = false;
};

}  // namespace

int watch_tests(const Watched& watched, supervise::Supervisor& supervisor, const std::stop_token& stop) {
  Sources sources(watched.root, supervisor, stop);
  auto files = watch::FileWatch::open(watched.root, sources.ignored());
  if (!files) return print_answer({.error = files.error()}, {});
  return WatchLoop(watched, std::move(*files), std::move(sources), stop).run();
}

}  // namespace proctor::cli
