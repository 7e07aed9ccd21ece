// The registry of tools, and the way of one call: name, size, arguments, permission, run, answer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "config/overrides.hpp"
#include "supervise/supervise.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

struct HostOptions {
  std::filesystem::path project_root{};  ///< default workdir, and the first of the allowed roots
  std::filesystem::path config{};        ///< read this proctor.toml alone; empty: found as always
  Overrides overrides{};                 ///< what the command line says over it
};

/// One page of a run's whole output.
struct LogPage {
  std::string text{};             ///< sanitised
  std::uint64_t offset = 0;       ///< of the first byte, in the raw log
  std::uint64_t next_offset = 0;  ///< where to go on; total_bytes at the end
  std::uint64_t total_bytes = 0;
  std::optional<std::uint64_t> matches{};  ///< where lines were asked for: how many there are in text
};

class Host {
 public:
  virtual ~Host() = default;

  virtual std::span<const ToolInfo> tools() const = 0;
  /// By name or alias; nullptr if there is none.
  virtual const ToolInfo* find(std::string_view name) const = 0;

  /// Calls a tool and returns when everything that it started has ended. The whole answer of a run is kept in
  /// a file where the door shows a short one (Caller::door "mcp"). May be called from several threads
  /// at once: a bounded number runs, the others wait. Never throws: what goes wrong is in the envelope.
  /// `arguments` is the JSON text of the arguments; empty means {}.
  virtual CallResult call(std::string_view name, std::string_view arguments,
                          const Caller& caller) noexcept = 0;

  /// Asks a run of this host to stop. False if no such run is going on.
  virtual bool cancel(const std::string& run) = 0;

  /// A page of a run's log, of at most `limit` bytes. INVALID_REQUEST if there is no such run or log;
  /// TOOL_DISABLED or APPROVAL_DENIED where the configuration refuses the tool read_log.
  virtual Result<LogPage> read_log(const std::string& run, std::uint64_t offset,
                                   std::uint64_t limit) const = 0;

  /// A page of the whole answer of a run, which is JSON; the same errors.
  virtual Result<LogPage> read_answer(const std::string& run, std::uint64_t offset,
                                      std::uint64_t limit) const = 0;

  /// A text that repeats what a caller said, for the eyes of others: without the secrets of this environment,
  /// and without what looks like one. To be done before it is cut short.
  virtual std::string shown(std::string_view text) const = 0;

  /// What an earlier proctor that died left unfinished, one sentence each; told once, after the start.
  virtual std::vector<std::string> interrupted() const = 0;

  /// From the configuration, as doors need them.
  struct Bounds {
    std::uint64_t args_bytes = 262'144;
    std::uint64_t calls_per_batch = 8;
    std::uint64_t answer_tokens = 2'000;
    std::chrono::milliseconds answer_within{45'000};  ///< 0: a call is answered when it has ended
  };
  virtual Bounds bounds() const = 0;
};

/// The supervisor must outlive the host.
std::unique_ptr<Host> make_host(HostOptions options, supervise::Supervisor& supervisor);

}  // namespace proctor::tool
