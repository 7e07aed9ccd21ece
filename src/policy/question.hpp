// What a person is asked before a tool may act, and what the person answers.
#pragma once

#include <string>

namespace proctor::policy {

/// How much harm a call could do: low reads what proctor itself keeps, medium runs tests that are held,
/// high runs any command.
enum class Risk { low, medium, high };
const char* word(Risk risk);

struct Question {
  std::string id;           ///< of the pending approval, when one was written down
  std::string fingerprint;  ///< SHA-256 of tool, command and workdir: the same request has the same one
  std::string tool;
  std::string summary;  ///< at most 200 characters, secrets masked
  Risk risk = Risk::high;
  std::string command;  ///< what would run, secrets masked
  std::string workdir;  ///< where
};

enum class Reply {
  yes,     ///< this once
  always,  ///< this command in this workdir, from now on
  no,      ///< also: the question failed, or its answer couldn't be understood
  later,   ///< nobody can be asked here and now: the approval stays pending
};

}  // namespace proctor::policy
