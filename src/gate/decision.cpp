#include "gate/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"

namespace proctor::gate {
namespace {

using history::KeptRun;

// As many different trees of earlier runs are compared file by file.
constexpr std::size_t kComparedTrees = 20;
// What the patterns stand in is never one of the files that they leave out.
constexpr const char* kSettings = "/proctor.toml";

bool was_cancelled(const KeptRun& run) {
  return run.result == info(ErrorCode::test_cancelled).name;
}

class Deciding {
 public:
  explicit Deciding(const Question& question) : question_(question) {}

  Decision decide() {
    const KeptRun* part = nullptr;
    const KeptRun* cancelled = nullptr;
    for (const KeptRun& run : question_.runs) {
      if (!is_of_this_tree(run)) continue;
      const Verdict verdict = run.verdict();
      if (run.whole() && verdict == Verdict::pass) return passed(run);
      if (verdict == Verdict::fail || (verdict == Verdict::error && run.all && !was_cancelled(run))) {
        std::string why(trim_end(run.sentence));
        if (why.ends_with('.')) why.pop_back();
        return {.sentence = fmt::format("{} of this very tree didn't pass: {}. Mend that, then run `{}`",
                                        named(run), why, again())};
      }
      if (verdict == Verdict::pass && part == nullptr) part = &run;
      if (verdict == Verdict::error && run.all && cancelled == nullptr) cancelled = &run;
    }
    if (part != nullptr)
      return {.sentence =
                  fmt::format("{} of this very tree passed, but it was only a part of the tests (`{}`): "
                              "run `{}`",
                              named(*part), command_of(*part), again())};
    if (cancelled != nullptr)
      return {.sentence =
                  fmt::format("{} of this very tree was cancelled: run `{}`", named(*cancelled), again())};
    return of_another_tree();
  }

 private:
  bool is_of_this_tree(const KeptRun& run) {
    const std::string digest = run.digest();
    if (digest.empty()) return false;
    return digest == question_.tree.digest || (!question_.ignored.empty() && differing(digest) == 0);
  }

  // How many files are different that count; more than none if that isn't known.
  std::size_t differing(const std::string& digest) {
    if (const auto known = differing_.find(digest); known != differing_.end()) return known->second;
    if (differing_.size() >= kComparedTrees) return 1;
    const auto files = question_.files_of(digest);
    const std::size_t count = files.empty() ? 1 : changed_since(files).size();
    differing_.emplace(digest, count);
    return count;
  }

  std::vector<std::string> changed_since(const std::vector<history::TreeFile>& files) const {
    return that_count(tree::changed_paths(as_tree(files), question_.tree.files), question_.ignored);
  }

  static std::vector<tree::TreeFile> as_tree(const std::vector<history::TreeFile>& files) {
    std::vector<tree::TreeFile> list;
    list.reserve(files.size());
    for (const auto& file : files) list.push_back({.path = file.path, .hash = file.hash});
    return list;
  }

  Decision passed(const KeptRun& run) const {
    const std::chrono::milliseconds age(question_.now - run.began - run.wall);
    if (question_.max_age && age > *question_.max_age)
      return {.sentence = fmt::format("{} passed for this very tree, but --max-age allows {}: run `{}`",
                                      named(run), format_duration(*question_.max_age), again())};
    return {.open = true,
            .sentence = fmt::format("{} passed for this very tree ({})", named(run), trim_end(run.sentence))};
  }

  Decision of_another_tree() const {
    const auto& runs = question_.runs;
    // What passed is the nearest to what a person has in mind.
    auto run = std::find_if(runs.begin(), runs.end(),
                            [](const KeptRun& one) { return one.whole() && one.verdict() == Verdict::pass; });
    if (run == runs.end())
      run = std::find_if(runs.begin(), runs.end(), [](const KeptRun& one) { return one.whole(); });
    if (run == runs.end()) run = runs.begin();
    if (run == runs.end())
      return {.sentence = fmt::format("No run of the tests of {} is remembered: run `{}`", question_.project,
                                      again())};
    const char* word = run->verdict() == Verdict::pass ? "passed" : "didn't pass";
    if (run->digest().empty())
      return {.sentence = fmt::format("{} {}, but for no source tree: {}; run `{}`", named(*run), word,
                                      run->digest_before.empty() ? "what lay there isn't known"
                                                                 : "files changed while it went on",
                                      again())};
    const auto changed = changed_since(question_.files_of(run->digest()));
    const std::string what =
        question_.staged ? "what is staged is different" : "the source tree has changed since";
    const std::string files =
        changed.empty() ? "" : fmt::format(" ({})", printable(tree::name_some(changed)));
    return {.sentence =
                fmt::format("{} {}, but {}{}: {}run `{}`", named(*run), word, what, files,
                            question_.staged ? "stage all that belongs together, then " : "", again())};
  }

  std::string named(const KeptRun& run) const {
    const std::chrono::milliseconds age(std::max<std::int64_t>(0, question_.now - run.began - run.wall));
    return fmt::format("Run {}, {} ago,", question_.name_of(run), describe_age(age));
  }

  // As it was typed: "npm test" behind `proctor run`, "test --filter a" behind `proctor`.
  static std::string command_of(const KeptRun& run) {
    return run.series.starts_with("run ") ? printable(run.command) : "proctor " + printable(run.command);
  }

  static std::string again() { return "proctor test"; }

  static std::string trim_end(std::string text) {
    while (!text.empty() && (text.back() == '.' || text.back() == ':')) text.pop_back();
    return text;
  }

  const Question& question_;
  std::map<std::string, std::size_t> differing_{};
};

}  // namespace

std::vector<std::string> that_count(std::vector<std::string> paths, const std::vector<std::string>& ignored) {
  std::erase_if(paths, [&](const std::string& path) {
    return !("/" + path).ends_with(kSettings) &&
           std::any_of(ignored.begin(), ignored.end(),
                       [&](const std::string& pattern) { return tree::matches_pattern(path, pattern); });
  });
  return paths;
}

Decision decide(const Question& question) {
  return Deciding(question).decide();
}

}  // namespace proctor::gate
