// proctor.toml: what the user settled once. Found upwards from the project, then in the user's configuration
// directory; a key of the first wins over the same key of the second. A project's file that the user hasn't
// trusted (trust.hpp) can only narrow what the tools may do. Every key is listed in docs/config.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor {

/// The version of proctor.toml that this proctor reads, and that a file has which doesn't say.
inline constexpr std::int64_t kConfigVersion = 1;

/// Of a limit of memory: less isn't enough to start anything in.
inline constexpr std::uint64_t kLeastMemory = 1U << 20U;  // bytes

/// As many runs at once as the machine has processors, and four on a small one: a person's run isn't held up
/// by that of an agent or two.
std::uint64_t default_max_parallel();

struct Config {
  struct Limits {
    std::chrono::milliseconds timeout{300'000};  ///< when the request names none
    std::chrono::milliseconds grace{2'000};
    std::uint64_t log_bytes = 64U << 20U;
    // What they mean: supervise::Limits. None: the default of the isolation level (run/containment.hpp).
    std::optional<std::chrono::milliseconds> cpu_time{};
    std::optional<std::uint64_t> memory{};
    std::optional<std::uint64_t> pids{};
    std::optional<std::uint64_t> open_files{};
    std::optional<std::uint64_t> disk{};
    std::optional<std::uint64_t> output_limit{};
    std::optional<std::chrono::milliseconds> stall{};
  } limits{};

  /// What holds the code under test.
  struct Isolation {
    std::optional<IsolationLevel> level{};     ///< none: sandbox for uploads, process for projects in place
    std::optional<IsolationLevel> fallback{};  ///< acceptable where a sandbox can't be had; none: nothing is
    enum class Network { none, host };
    Network network = Network::none;                 ///< of a sandbox, beside its own loopback
    std::vector<std::filesystem::path> read_only{};  ///< what a sandbox shows beside the system's own files
    std::uint64_t temporary = 256U << 20U;           ///< bytes of a sandbox's /tmp and of its /dev/shm, each
  } isolation{};

  struct Forge {
    std::filesystem::path path{};  ///< the forge executable; empty: looked for
    std::filesystem::path solc{};  ///< a solc executable for every project; empty: forge finds its own
    std::filesystem::path box{};   ///< a directory with bin/forge, svm/ and lib/; empty: looked for
    std::optional<std::vector<std::filesystem::path>> libs{};  ///< offered to uploads; none: the box's lib/*
    std::string evm_version{};  ///< of uploads that name none; empty: kDefaultEvmVersion
  } forge{};

  struct Frameworks {
    std::vector<std::filesystem::path> path{};  ///< directories of further frameworks' folders
    std::filesystem::path prepared{};           ///< what `proctor warm` makes; empty: looked for
    std::string use{};                          ///< the project's framework; empty: it is recognised
  } frameworks{};

  /// Submissions of a learning site.
  struct Exercise {
    std::chrono::milliseconds timeout{20'000};  ///< until results.json is there
    std::chrono::milliseconds reserve{2'000};   ///< of that, for what comes after the tests
    std::uint64_t memory = std::uint64_t{3} << 30U;
  } exercise{};

  UploadLimits uploads{};

  struct Cache {
    std::uint64_t bytes = 1U << 30U;  ///< of compiled uploads; 0 turns the cache off
  } cache{};

  struct Logs {
    std::uint64_t keep = 50;  ///< the newest so many
    std::chrono::milliseconds age{std::chrono::hours(30 * 24)};
    std::uint64_t bytes = 1U << 30U;  ///< of all logs that are kept
  } logs{};

  /// Runs that are remembered (history/).
  struct History {
    std::uint64_t max_runs = 10'000;  ///< the newest so many; 0 remembers none
    std::chrono::milliseconds max_age{std::chrono::hours(90 * 24)};
    std::uint64_t max_bytes = 1U << 30U;  ///< of all their records
  } history{};
  /// What all runs of this user on this machine share.
  struct Machine {
    std::uint64_t max_parallel = default_max_parallel();  ///< runs at once; the others wait
  } machine{};

  /// Where and how answers are written in the formats of others.
  struct Report {
    std::vector<std::string> formats{};  ///< what `--report` takes, where it isn't given
    /// Below the current directory: where reports go that no file was named for.
    std::filesystem::path directory{"proctor-report"};
  } report{};
  struct Test {
    std::vector<std::filesystem::path> projects{};  ///< the directories with tests; empty: they are found
  } test{};

  /// What the gate asks of a source tree (gate/).
  struct Gate {
    std::vector<std::string> ignore{};  ///< patterns of files that may have changed since the run
  } gate{};
  /// Which commands of agents go through proctor.
  struct Hook {
    std::vector<std::string> exclude{};  ///< shell::RewriteSettings
  } hook{};

  /// What callers of tools may do, and how much of it.
  struct Tools {
    /// In the order of strictness.
    enum class Mode { enabled, parse_only, disabled };
    Mode mode = Mode::enabled;
    std::vector<std::filesystem::path> roots{};  ///< where tools may work, beside the project
    std::uint64_t max_tool_calls_per_batch = 8;
    std::uint64_t max_tool_args_bytes = 262'144;
    std::uint64_t max_parallel = 2;                   ///< calls that run at once; the others wait
    std::chrono::milliseconds answer_within{45'000};  ///< of a call whose run goes on; 0: it waits to the end

    struct Test {
      std::chrono::milliseconds default_timeout{300'000};  ///< never above max_timeout
      std::chrono::milliseconds max_timeout{3'600'000};
      std::string default_command_windows = "powershell -File test.ps1";
      std::string default_command_unix = "./scripts/test.sh";
      enum class Shell { bash, sh };
      Shell shell = Shell::bash;                     ///< sh as well where there is no bash
      std::vector<std::filesystem::path> reports{};  ///< relative to the workdir, without ".."
    } test{};

    struct Output {
      std::uint64_t max_bytes = 102'400;  ///< of each stream, in an answer
    } output{};

    struct Environment {
      std::vector<std::string> denylist{};  ///< names that a command never gets
      std::vector<std::string> allow{};     ///< names that it gets although they look like secrets
      std::map<std::string, std::string> set{};
    } environment{};

    struct Approval {
      bool enabled = true;
      /// In the order of strictness.
      enum class Mode { automatic, prompt, deny };
      Mode mode = Mode::prompt;
      std::vector<std::string> allowlist{};  ///< entries as in policy/decision.hpp
      std::vector<std::string> denylist{};
      bool prompt_side_effects = true;
      std::chrono::milliseconds expires{std::chrono::hours(24)};  ///< of an approval that nobody has given
    } approval{};

    struct Answer {
      std::uint64_t max_tokens = 2'000;
    } answer{};
  } tools{};

  std::vector<std::filesystem::path> files{};  ///< what was read, the strongest first

  /// Where a key stands that counts.
  struct Origin {
    std::filesystem::path file;
    std::uint32_t line = 0;
    std::string value;  ///< as TOML
  };
  std::map<std::string, Origin> origins{};  ///< by the key's whole name; all others have their defaults

  /// A key that would widen what may be done, in a project's file that isn't trusted.
  struct Ignored {
    std::filesystem::path file;
    std::uint32_t line = 0;
    std::string key;
    std::string value;  ///< as TOML, on one line unless it is an array or a table
  };
  std::vector<Ignored> ignored{};

  /// Limits in such a file that count, since the user says nothing, but in a sandbox up to its default alone
  /// (sandbox_limits.hpp).
  std::vector<Ignored> capped{};

  /// What the user should know, one sentence each: what was ignored and why.
  std::vector<std::string> warnings{};
};

const char* word(Config::Tools::Mode mode);            ///< as in proctor.toml
const char* word(Config::Tools::Approval::Mode mode);  ///< as in proctor.toml

/// Reads the configuration for a project: `explicit_file` alone if it is given, otherwise the nearest
/// proctor.toml at or above `from`, over the user's. INVALID_REQUEST for an unreadable file, and for a bad
/// key or type, named with file, line and key. Relative paths are relative to the file they stand in.
Result<Config> load_config(const std::filesystem::path& from,
                           const std::filesystem::path& explicit_file = {});

/// The project's file that load_config would read; empty if there is none.
std::filesystem::path find_project_config(const std::filesystem::path& from);

/// The keys that count only once a project's file with this content is trusted. An error if load_config would
/// refuse the content.
Result<std::vector<Config::Ignored>> needs_trust(const std::filesystem::path& file, std::string_view content);

}  // namespace proctor
