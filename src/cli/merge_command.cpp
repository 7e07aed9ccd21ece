#include "cli/merge_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/report_options.hpp"
#include "run/merge.hpp"

namespace proctor::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> files{};
  bool verbose = false;
  ReportOptions reports{};
  CommonOptions common{};
};

int run_merge(const MergeOptions& options) {
  auto written = Reports::settle_for_reading(options.reports, options.common);
  if (!written) return refuse(written.error(), options.common);
  std::vector<AnyReport> reports;
  for (const std::string& file : options.files) {
    auto report = read_any_report(file);
    if (!report) return refuse(report.error(), options.common);
    reports.push_back(std::move(*report));
  }
  Answer answer = merge_reports(std::move(reports));
  written->write(answer, {});
  return written->print(answer, options.common, options.verbose);
}

}  // namespace

void add_merge(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "Make one answer of several reports, of shards say");
  command
      ->add_option("reports", options->files, "Answers of proctor (--json), and whatever proctor read reads")
      ->required()
      ->type_name("REPORT");
  add_report_options(*command, options->reports);
  command->add_flag("-v,--verbose", options->verbose, "All tests and details");
  command->add_flag("--json", options->common.json, "The answer as JSON on stdout");
  command->add_option("--color", options->common.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->callback([options, &run] { run = [options] { return run_merge(*options); }; });
}

}  // namespace proctor::cli
