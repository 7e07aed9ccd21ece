// The standard streams of the program, which a test may replace, close or redirect.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace proctor_catch {

class Streams {
 public:
  /// Remembers them. From here on what is printed by stdio comes a line at a time: a crash loses nothing of it.
  void keep() {
    // Beyond those that a test uses. Where the limit of open files is low, not as far.
    for (int i = 0; i < 2; ++i) {
      copies_[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 700);
      if (copies_[i] < 0) copies_[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 20);
    }
    setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  }

  /// What the next test prints isn't to be lost because this one closed or redirected a stream.
  void restore() {
    note_new_buffers();
    for (int i = 0; i < 2; ++i) {
      struct stat now {};
      struct stat then {};
      if (copies_[i] < 0 || fstat(copies_[i], &then) != 0) continue;
      if (fstat(i + 1, &now) == 0 && now.st_dev == then.st_dev && now.st_ino == then.st_ino) continue;
      dup2(copies_[i], i + 1);
    }
    std::ostream* const all[] = {&std::cout, &std::cerr, &std::clog};
    for (int i = 0; i < 3; ++i) {
      if (all[i]->rdbuf() != buffers_[i]) all[i]->rdbuf(buffers_[i]);
      all[i]->clear();
    }
  }

  void flush() {
    note_new_buffers();
    for (std::streambuf* buffer : buffers_)
      if (buffer != nullptr) buffer->pubsync();
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

  // After std::ios::sync_with_stdio(false), which many call first of all, the C++ library writes through other buffers,
  // and the ones before are gone. Any other new buffer is a test's own, and may be gone, too.
  void note_new_buffers() {
    if (!synchronised_ || synchronised()) return;
    synchronised_ = false;
    const std::ostream* const all[] = {&std::cout, &std::cerr, &std::clog};
    for (int i = 0; i < 3; ++i) buffers_[i] = all[i]->rdbuf();
  }

  std::streambuf* buffers_[3] = {std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()};
  int copies_[2] = {-1, -1};
  bool synchronised_ = true;
};

}  // namespace proctor_catch
