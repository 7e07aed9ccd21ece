// What tests print, and where it is when one of them crashes.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <utility>

// Nothing of it may have the name of something in the program that it becomes a part of.
namespace {

// The buffers of the standard streams, which a test may replace.
class Streams {
 public:
  /// Also puts them back: what the next test prints isn't to be lost.
  void flush() {
    std::ostream* const all[] = {&std::cout, &std::cerr, &std::clog};
    // After std::ios::sync_with_stdio(false), which many call first of all, the C++ library writes through other buffers,
    // and the ones before are gone. Any other new buffer is a test's own, and may be gone, too.
    const bool others = std::exchange(synchronised_, synchronised()) && !synchronised_;
    for (int i = 0; i < 3; ++i) {
      if (others) buffers_[i] = all[i]->rdbuf();
      if (all[i]->rdbuf() != buffers_[i]) all[i]->rdbuf(buffers_[i]);
      all[i]->clear();
      buffers_[i]->pubsync();
    }
    std::fflush(stdout);
    std::fflush(stderr);
  }

  /// Ends the program by this signal, and writes before that what the test has printed.
  [[noreturn]] void die_by(int number) {
    signal(number, SIG_DFL);  // what goes wrong from here on ends the program at once
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, number);
    sigprocmask(SIG_UNBLOCK, &mask, nullptr);
    if (gettid() == getpid()) {  // a lock may be held by another thread that was interrupted
      fflush_unlocked(stdout);
      if (!synchronised() && std::cout.rdbuf() == buffers_[0]) buffers_[0]->pubsync();
    }
    raise(number);  // in this very thread, whose signal mask was just changed
    _exit(128 + number);
  }

 private:
  static bool synchronised() { return std::ios::sync_with_stdio(true); }  // only asks: there is no way back from false

  std::streambuf* buffers_[3] = {std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()};
  bool synchronised_ = true;
};

}  // namespace
