// The memory that the driver shares with a test program: the program puts one event at a time into it, and
// the driver, which alone knows the channel and the nonce, passes it on. A test that closes, floods or
// redirects descriptors doesn't touch it.
#pragma once

#include <semaphore.h>

#include <atomic>

namespace proctor_catch {

enum class Kind : unsigned {
  plain,   ///< an event; the driver only passes it on
  starts,  ///< an event; the output after it belongs to the test that starts
  ends,    ///< an event; the output after it belongs to no test. The answer 1 asks to stop the run
  wanted,  ///< id, name and file of a test, each with a 0 behind it. The answer is 1 if it's to be run
  last,    ///< the program has run all that was wanted
};

struct Mailbox {
  sem_t posted;    ///< raised by the program with an event, and by the driver when the program has ended
  sem_t answered;  ///< raised by the driver
  std::atomic<bool> full;  ///< an event waits for its answer
  bool exercise;           ///< the program is a submission's
  bool only_skipped;       ///< no test has run, or all were skipped: then Catch2's exit code isn't 0
  char program[512];       ///< stands before the ids of its tests; empty if there is just one program
  unsigned tests;          ///< how many tests have started in this run, with those of the programs before
  Kind kind;
  unsigned answer;
  unsigned length;
  char text[4U << 20U];
};

}  // namespace proctor_catch
