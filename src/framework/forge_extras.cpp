#include "framework/forge_extras.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "format/coverage.hpp"
#include "format/forge_json.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kMostTable = 4U << 20U;

void tell(const Context& context, const Event& event) {
  if (context.events) context.events(event);
}

std::string how_it_ended(const supervise::Outcome& outcome) {
  const Termination& end = outcome.termination;
  if (end.kind == Termination::Kind::exited) return fmt::format("forge exited with {}", end.code);
  return fmt::format("{}: {}", word(end.kind), end.evidence);
}

}  // namespace

void add_gas_report(const Context& context, supervise::Command command, std::chrono::milliseconds limit,
                    Report& report) {
  tell(context, PhaseStarted{"gas report", ""});
  command.argv.emplace_back("--gas-report");
  format::ForgeJsonReader reader;
  const supervise::Outcome outcome =
      context.side_run(command, limit, [&reader](Stream stream, std::string_view bytes) {
        if (stream == Stream::out) reader.feed(bytes);
      });
  report.gas_report = reader.finish().gas_report;
  if (report.gas_report.empty()) {
    report.warnings.push_back(fmt::format("There is no gas report: {}.", how_it_ended(outcome)));
  }
}

void add_coverage(const Context& context, supervise::Command command, std::chrono::milliseconds limit,
                  Report& report) {
  tell(context, PhaseStarted{"coverage", ""});
  std::string directory = (temporary_dir() / "proctor-coverage-XXXXXX").string();
  if (!mkdtemp(directory.data())) {
    report.warnings.push_back("There is no coverage: " + system_message(directory, errno) + ".");
    return;
  }
  const std::string file = directory + "/lcov.info";
  std::vector<std::string> argv{command.argv.front(), "coverage"};
  // The main run's filters, but neither its subcommand nor its form of output.
  for (std::size_t i = 2; i < command.argv.size(); ++i) {
    if (command.argv[i] != "--json") argv.push_back(command.argv[i]);
  }
  for (const char* argument : {"--report", "lcov", "--report", "summary", "--report-file"})
    argv.emplace_back(argument);
  argv.push_back(file);
  command.argv = std::move(argv);
  command.results = {directory};
  std::string table;
  const supervise::Outcome outcome =
      context.side_run(command, limit, [&table](Stream stream, std::string_view bytes) {
        if (stream == Stream::out)
          table.append(bytes.substr(0, kMostTable - std::min(kMostTable, table.size())));
      });
  if (const auto text = read_file(file)) {
    report.coverage = format::read_lcov(*text);
    format::add_statements(table, report.coverage);
  } else {
    report.warnings.push_back(fmt::format("There is no coverage: {}.", how_it_ended(outcome)));
  }
  remove_tree(directory);
}

}  // namespace proctor::framework
