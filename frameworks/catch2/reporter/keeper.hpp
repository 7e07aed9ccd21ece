// The keeper: a process of its own that holds the channel to proctor, its secrets, and the original standard
// output and error, while the tests run in its child.
//
// Code under test shares an address space with the test framework. Were the channel there too, a test could
// close it, write to it, or read the nonce. So the program forks before anything else of it has run: the
// parent reads the greeting and becomes the keeper, the child runs the tests and hands its events over in
// shared memory, which no closing or flooding of descriptors touches. What a test could still do is search
// its own memory for that page and write events there: it would have to mean it.
#pragma once

#include <string>
#include <vector>

namespace proctor_catch {
// All of this is compiled as one (reporter.cpp), so that no name of it can be linked to from elsewhere.
namespace {

/// What proctor wants of this run, but for the secrets.
struct Greeting {
  std::vector<std::string> skip;
  std::vector<std::string> only;
  std::string filter;
  bool fail_fast = false;
  bool exercise = false;  ///< a submission: its tests have to run
};

/// What the keeper does with an event beside passing it on.
enum class Kind : unsigned {
  plain,   ///< nothing
  starts,  ///< output after it belongs to test `number`
  ends,    ///< output after it belongs to no test
  last,    ///< the run is complete; `number` is 1 if its exit code says of no test that it failed
};

/// Ends the program of an exercise that somebody else than proctor has started.
[[noreturn]] void refuse_to_run();

/// True if proctor started this program; else there is nobody to tell, and the program runs as it would
/// without us.
bool supervised();

/// Valid if supervised().
const Greeting& greeting();

/// How many tests programs before this one (of the same run) have started.
unsigned tests_before();

/// Hands an event (a JSON object) to the keeper and waits until it is sent. A process that a test forked ends
/// here: it has fallen out of its test, and the results aren't its own.
void tell(Kind kind, unsigned number, const std::string& event);

/// False in a thread that a test has started, and in a process that it forked: these get on with what they
/// do.
bool may_tell();

}  // namespace
}  // namespace proctor_catch
