#include "framework/forge_extras.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>

#include "base/files.hpp"
#include "base/head_and_tail.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "format/coverage.hpp"
#include "format/forge_json.hpp"

namespace proctor::framework {
namespace {

constexpr std::size_t kMostTable = 4U << 20U;
constexpr std::size_t kMostSaid = 64U << 10U;

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

std::optional<Error> check_gas_snapshots(const Context& context,
                                         const std::vector<supervise::Command>& commands,
                                         std::chrono::milliseconds limit) {
  tell(context, PhaseStarted{"gas snapshots", ""});
  for (supervise::Command command : commands) {
    std::erase(command.argv, "--json");
    command.environment.emplace_back("FORGE_SNAPSHOT_CHECK=true");
    command.environment.emplace_back("FORGE_SNAPSHOT_EMIT=false");
    std::string printed;
    const supervise::Outcome outcome = context.side_run(
        command, limit,
        [&printed](Stream, std::string_view bytes) { append_cut(printed, bytes, kMostSaid); });
    if (outcome.termination.kind == Termination::Kind::exited && outcome.termination.code == 0) continue;
    const std::size_t last_test = printed.rfind("Suite result: ");
    const std::size_t begin = last_test == std::string::npos ? 0 : printed.find('\n', last_test);
    const std::string words(begin == std::string::npos ? "" : trim(std::string_view(printed).substr(begin)));
    return Error{
        ErrorCode::test_inconsistent,
        fmt::format("The tests passed, and `forge test` fails all the same as it checks gas snapshots "
                    "({}).\n\n{}",
                    how_it_ended(outcome), to_valid_utf8(words))};
  }
  return std::nullopt;
}

}  // namespace proctor::framework
