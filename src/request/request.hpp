// What is asked: one TestRequest, validated here and nowhere else.
//
// The JSON form is published as schemas/test-request.schema.json. A request that gets past parse_request() is
// well-formed; whether its project exists is found out where it is looked for.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "request/test_id.hpp"

namespace proctor {

/// Uploaded files, path to content.
using Sources = std::map<std::string, std::string>;

/// Which part of the tests is to be run, where several runs share them.
struct ShardWish {
  std::size_t index = 0;  ///< from 1
  std::size_t count = 0;
  enum class By { any, time, count, file };
  By by = By::any;        ///< any: by time where some are known, else by count
  std::string timings{};  ///< a report that says how long tests take; empty: the history does
};

struct Request {
  // Exactly one of these two.
  std::optional<std::string> project_root{};
  std::optional<Sources> sources{};

  std::string match_path{};      ///< glob of test files; empty: all, and so for the next two
  std::string match_contract{};  ///< regular expression on suites
  std::string filter{};          ///< regular expression on tests
  std::string evm_version{};     ///< empty: what the project says
  std::string framework{};       ///< empty: recognised from the project
  std::optional<std::chrono::milliseconds> timeout{};
  std::optional<std::uint64_t> fuzz_runs{};
  std::string fuzz_seed{};  ///< decimal or 0x…; empty: a random one
  bool coverage = false;
  bool gas_report = false;
  int verbosity = 0;  ///< 0 to 5, as forge's -v to -vvvvv
  bool fail_fast = false;
  bool rerun_failed = false;
  /// Just these tests; empty: all that the filters let through.
  std::vector<TestId> only{};
  // These are of the command line alone.
  std::optional<std::uint64_t> jobs{};  ///< tests at once; none: what the tool itself does
  bool debug = false;                   ///< the tests get the terminal and all the time in the world
  std::uint64_t retries = 0;            ///< so often a test that failed is run again
  bool flaky_fails = false;             ///< one that passes then counts as failed all the same
  std::string changed{};                ///< only tests of what has changed since this commit; empty: all
  std::vector<std::string> projects{};  ///< only these parts of the project, by directory; empty: all
  /// Globs of files as well (of the command line alone): one of them, or match_path, has to match.
  std::vector<std::string> paths{};
  std::optional<ShardWish> shard{};  ///< none: all tests
};

/// Bounds of an upload.
struct UploadLimits {
  std::uint64_t file_bytes = 8U << 20U;
  std::uint64_t total_bytes = 64U << 20U;
  std::uint64_t files = 10'000;
};

/// Reads a TestRequest. INVALID_REQUEST names the field (also in details.field) and says why.
Result<Request> parse_request(const json::value& document, const UploadLimits& limits = {});

/// The rules that hold between fields, for a request that was put together from the command line.
Result<void> check_request(const Request& request, const UploadLimits& limits = {});

/// INVALID_REQUEST that names a field.
tl::unexpected<Error> invalid_field(std::string_view field, std::string_view why);

/// INVALID_REQUEST that names all fields that aren't known, so that who guesses names mends them at once.
Result<void> check_fields(const json::object& object, const std::vector<std::string_view>& known);

}  // namespace proctor
