// The words of the command line as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proctor::cli {

/// For every command.
struct CommonOptions {
  bool json = false;
  std::string color = "auto";  ///< auto, always, never
  std::string config{};
};

struct IsolationOptions {
  std::string isolation{};
  std::string network{};
  std::string timeout{};  ///< not of `test`, which has one of its own
  std::string cpu_time{};
  std::string memory{};
  std::string pids{};
  std::string open_files{};
  std::string disk{};
  std::string output_limit{};
};

/// The same tests more than once.
struct LoopOptions {
  std::optional<std::uint64_t> repeat{};
  bool until_fail = false;
  std::uint64_t retries = 0;
  std::string flaky_result = "pass";  ///< pass or fail
  bool watch = false;
  std::string changed{};  ///< a commit; empty: all tests
};

/// The answer in the formats of others.
struct ReportOptions {
  std::vector<std::string> wanted{};  ///< FORMAT or FORMAT=FILE each
};

/// One part of the tests.
struct ShardOptions {
  std::string which{};  ///< "3/10"; empty: all tests
  std::string by{};     ///< time, count or file
  std::string timings{};
};

struct TestOptions {
  std::vector<std::string> words{};  ///< a project, a directory, files, FILE::TEST, FILE:LINE
  std::string directory{};           ///< the project, once it is found
  std::vector<std::string> paths{};  ///< globs of its files; empty: all
  std::string request{};             ///< a file, or - for standard input
  std::string match_path{};
  std::string match_contract{};
  std::string filter{};
  std::string evm_version{};
  std::string framework{};
  std::vector<std::string> projects{};    ///< parts of the project, by directory; empty: all
  std::vector<std::string> frameworks{};  ///< directories of further frameworks' folders
  std::string timeout{};
  std::optional<std::uint64_t> fuzz_runs{};
  std::string fuzz_seed{};
  bool coverage = false;
  bool gas_report = false;
  bool fail_fast = false;
  bool rerun_failed = false;
  std::optional<std::uint64_t> jobs{};
  bool debug = false;
  std::vector<std::string> only{};  ///< FILE::SUITE::TEST each
  IsolationOptions isolation{};
  LoopOptions loops{};
  ReportOptions reports{};
  ShardOptions shard{};
  int verbosity = 0;
  bool quiet = false;
};

struct ReadOptions {
  std::vector<std::string> files{};
  std::string format{};
  std::optional<int> exit_code{};
  std::string stderr_file{};
  ReportOptions reports{};
};

}  // namespace proctor::cli
