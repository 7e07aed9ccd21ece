// What a person is asked before a tool may act, and what the person answers.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "policy/call_facts.hpp"

namespace proctor::policy {

/// Takes secrets out of a text. Empty: there are none.
using Mask = std::function<std::string(std::string_view)>;

/// How much harm a call could do: low reads what proctor itself keeps, medium runs tests that are held,
/// high runs any command.
enum class Risk { low, medium, high };
const char* word(Risk risk);

struct Question {
  std::string id;           ///< of the pending approval, when one was written down
  std::string fingerprint;  ///< SHA-256 of tool, command (CallFacts::answered) and workdir
  std::string tool;
  std::string summary;  ///< at most 200 characters, secrets masked, on one line
  Risk risk = Risk::high;
  std::string command;  ///< what would run, secrets masked, what can't be seen made visible
  std::string workdir;  ///< where
  std::optional<Held> held{};
  std::string runs{};  ///< what the tool starts for it, secrets masked; empty: `command` itself
};

enum class Reply {
  yes,     ///< this once
  always,  ///< this command in this workdir, held as strictly, from now on
  no,      ///< also: the question failed, or its answer couldn't be understood
  stray,   ///< no either: what came back answers another question, or one that isn't open any more
  later,   ///< nobody can be asked here and now: the approval stays pending
};

/// Made from the call as it was understood, never from what the caller says about it. The id stays empty.
Question make_question(const CallFacts& facts, Risk risk, std::optional<std::chrono::milliseconds> timeout,
                       const Mask& mask);

/// The time limit isn't part of it, nor is what holds the call: an answer knows that by itself (covers()).
std::string fingerprint_of(const CallFacts& facts);

/// Whatever isn't seen, moves the cursor or reorders what is seen becomes a sign: a line feed is U+240A, a
/// right-to-left override <U+202E>, a byte that isn't UTF-8 <0xFF>, many blanks <5000 spaces>.
std::string make_visible(std::string_view text);

}  // namespace proctor::policy
