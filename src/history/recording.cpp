#include "history/recording.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "request/test_id.hpp"

namespace proctor::history {
namespace {

std::int64_t wall_clock() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string verdict_sentence(const Answer& answer) {
  if (answer.error) {
    const std::string_view first = split_lines(answer.error->message).empty()
                                       ? info(answer.error->code).meaning
                                       : split_lines(answer.error->message).front();
    return std::string(first.substr(0, utf8_prefix(first, 300)));
  }
  return fmt::format("{} passed", answer.report ? count(answer.report->suites).passed : 0);
}

// What the comparison has found out, of one report in another one of the same run.
void tell(const Report& from, std::size_t warnings, Report& to) {
  to.since_last = from.since_last;
  to.warnings.insert(to.warnings.end(), from.warnings.begin() + static_cast<std::ptrdiff_t>(warnings),
                     from.warnings.end());
  for (std::size_t i = 0; i < to.suites.size(); ++i) {
    for (std::size_t k = 0; k < to.suites[i].cases.size(); ++k) {
      to.suites[i].cases[k].is_new = from.suites[i].cases[k].is_new;
      to.suites[i].cases[k].known_flaky = from.suites[i].cases[k].known_flaky;
    }
  }
}

}  // namespace

bool is_complete(const Request& request) {
  return request.project_root && request.paths.empty() && request.match_path.empty() &&
         request.match_contract.empty() && request.filter.empty() && request.only.empty() &&
         request.projects.empty() && !request.fail_fast && !request.rerun_failed && request.changed.empty() &&
         !request.shard;
}

std::string describe(const Request& request) {
  std::vector<std::string> words{"test"};
  const auto option = [&words](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  option("--framework", request.framework);
  for (const std::string& project : request.projects) option("--project", project);
  option("--match-path", request.match_path);
  option("--match-contract", request.match_contract);
  option("--filter", request.filter);
  for (const TestId& test : request.only) {
    std::string text = proctor::to_text(test);
    if (text.ends_with("::")) text.resize(text.size() - 2);  // what may be a suite or a test
    option("--only", text);
  }
  if (request.fail_fast) words.emplace_back("--fail-fast");
  if (request.rerun_failed) words.emplace_back("--rerun-failed");
  if (!request.changed.empty()) words.push_back("--changed=" + request.changed);
  if (request.shard)
    words.insert(words.end(), {"--shard", fmt::format("{}/{}", request.shard->index, request.shard->count)});
  if (request.retries > 0) words.insert(words.end(), {"--retries", std::to_string(request.retries)});
  if (request.coverage) words.emplace_back("--coverage");
  words.insert(words.end(), request.paths.begin(), request.paths.end());
  return shell_join(words);
}

Recording::Recording(const Config::History& bounds, KeptRun run, const std::vector<TreeFile>& files)
    : run_(std::move(run)) {
  if (bounds.max_runs == 0) return;
  run_.began = wall_clock();
  std::error_code error;
  if (auto root = std::filesystem::canonical(run_.project, error); !error) run_.project = root.string();
  try {
    auto opened = History::open(bounds);
    if (!opened) {
      obstacle_ = opened.error().message;
      return;
    }
    history_.emplace(*std::move(opened));
    (void)history_->keep_tree(run_.digest_before, files);
  } catch (const std::exception& thrown) {
    obstacle_ = thrown.what();
  }
}

void Recording::finish(Answer& answer, const std::string& digest_after,
                       const std::function<void(Answer&)>& mask) {
  if (!answer.report) return;
  Report& report = *answer.report;
  try {
    if (history_) {
      run_.id = report.run.id;
      run_.wall =
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin_)
              .count();
      run_.digest_after = digest_after;
      run_.result = answer.error ? std::string(info(answer.error->code).name) : "ok";
      run_.complete =
          run_.all && report.partial.empty() && !report.cut_off && run_.verdict() != Verdict::error;
      if (run_.series.empty()) run_.series = fmt::format("test {}", report.framework.name);
      run_.counts = count(report.suites);
      run_.log = report.run.log;
      // Compared is what is kept: in both, secrets are masked.
      Answer kept = answer;
      if (mask) mask(kept);
      const std::size_t warnings = kept.report->warnings.size();
      if (const auto compared = history_->compare(run_, *kept.report); !compared)
        obstacle_ = compared.error().message;
      for (const std::string& note : history_->notes()) kept.report->warnings.push_back(note);
      tell(*kept.report, warnings, report);
      run_.sentence = verdict_sentence(kept);
      if (const auto written = history_->keep(run_, kept); !written) obstacle_ = written.error().message;
    }
  } catch (const std::exception& thrown) {
    obstacle_ = thrown.what();
  }
  if (!obstacle_.empty()) report.warnings.push_back(fmt::format("The run isn't remembered: {}.", obstacle_));
}

void catch_up(const Config::History& bounds) noexcept {
  try {
    if (bounds.max_runs > 0) (void)History::open(bounds);
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace proctor::history
