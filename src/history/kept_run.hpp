// One run as the history knows it, without its report.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "report/report.hpp"

namespace proctor::history {

struct KeptRun {
  std::string id;          ///< "20260131-235959-0a1b2c3d"; the log of the run has the same
  std::int64_t began = 0;  ///< milliseconds since 1970, UTC
  std::int64_t wall = 0;   ///< milliseconds
  std::string project;     ///< the project's root, without symbolic links
  std::string series;      ///< runs of one project and series can be compared: "test pytest", "run npm test"
  std::string command;     ///< as the user or the client gave it, secrets masked
  std::string door;        ///< "test", "mcp", "run", …
  bool all = false;        ///< every test was asked for (is_complete())
  bool complete = false;   ///< `all`, and the run came to its end: pass or fail
  bool others = false;  ///< the project has tests of another framework, which the run has nothing to do with
  std::string digest_before;  ///< of the source tree; empty: not known
  std::string digest_after;   ///< the same, when the run had ended
  std::string branch;
  std::string commit;
  std::string result;    ///< "ok" or the error's code
  std::string sentence;  ///< the verdict in one sentence
  Counts counts{};
  std::string log;  ///< path of the output; empty: none was kept

  /// The tree that the run holds for; empty if none is known, or if it changed during the run.
  std::string digest() const { return digest_before == digest_after ? digest_before : std::string(); }
  /// It says something of all tests of the project, not only of those that its command runs.
  bool whole() const { return complete && !others; }
  /// pass, fail or error.
  Verdict verdict() const;
};

/// A test in the history: where it stands and what it is called.
using TestName = proctor::TestName;

}  // namespace proctor::history
