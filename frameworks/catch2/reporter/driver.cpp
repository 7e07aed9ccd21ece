// Runs test programs, one after the other, as one run:
//
//   driver PROGRAMS [--path=GLOB]
//
// PROGRAMS is a file with a line for each: its name, its path and the directory to run it in, with `|`
// between them. Behind a program stand lines `=NAME=value` for its environment. `!` begins a warning, `?` a
// warning for who wants all tests.
//
// The driver reads the greeting and keeps the channel and the nonce to itself. The reporter in a test program
// hands over its events in shared memory (mailbox.hpp). If a test ends its program, the run ends, too:
// proctor sees to what is left.
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "mailbox.hpp"
#include "text.hpp"

namespace proctor_catch {
namespace {

struct Program {
  std::string name;
  std::string path;
  std::string directory;
  std::vector<std::string> environment;  // as `NAME=value`
};

struct Programs {
  std::vector<Program> all;
  std::vector<std::string> warnings;
  std::vector<std::string> of_all_tests;  // warnings for who wants all of them
};

struct Greeting {
  std::string nonce;
  std::string mark;
  std::set<std::string> skip;
  std::set<std::string> only;
  std::string filter;
  bool fail_fast = false;
  bool exercise = false;
};

Mailbox* mailbox = nullptr;  // global for the handler of SIGCHLD

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "the test programs can't be run: %s\n", what.c_str());
  std::exit(70);
}

Programs read_programs(const char* file) {
  std::ifstream in(file);
  if (!in) fail(std::string(file) + ": " + std::strerror(errno));
  Programs programs;
  for (std::string line; std::getline(in, line);) {
    const char kind = line.empty() ? '\0' : line[0];
    if (kind == '!') {
      programs.warnings.push_back(line.substr(1));
    } else if (kind == '?') {
      programs.of_all_tests.push_back(line.substr(1));
    } else if (kind == '=' && !programs.all.empty()) {
      programs.all.back().environment.push_back(line.substr(1));
    } else {
      std::istringstream words(line);
      Program program;
      for (std::string* word : {&program.name, &program.path, &program.directory})
        std::getline(words, *word, '|');
      if (!program.path.empty()) programs.all.push_back(program);
    }
  }
  return programs;
}

// Ids have `\` as `\\` and a line feed as `\n`.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '\\' && i + 1 < text.size();
    if (escaped) ++i;
    plain += escaped && text[i] == 'n' ? '\n' : text[i];
  }
  return plain;
}

Greeting read_greeting(int channel) {
  std::string text;
  char piece[4096];
  while (text.size() < 2 || text.compare(text.size() - 2, 2, "\n\n") != 0) {
    const ssize_t got = read(channel, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("there is no greeting on the channel");
    text.append(piece, static_cast<std::size_t>(got));
  }
  Greeting greeting;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, space);
    const std::string value = space < line.size() ? line.substr(space + 1) : "";
    if (key == "nonce") greeting.nonce = value;
    if (key == "mark") greeting.mark = value;
    if (key == "skip") greeting.skip.insert(unescape(value));
    if (key == "only") greeting.only.insert(unescape(value));
    if (key == "filter") greeting.filter = value;
    if (key == "fail_fast") greeting.fail_fast = true;
    if (key == "exercise") greeting.exercise = true;
  }
  return greeting;
}

void write_all(int descriptor, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(descriptor, text.data() + at, text.size() - at);
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {  // a test may have set O_NONBLOCK: for us, too
      pollfd room{descriptor, POLLOUT, 0};
      poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return;  // nobody reads: nothing to be done about it
    }
  }
}

void note_end(int) {
  sem_post(&mailbox->posted);
}

[[noreturn]] void end_like(int status) {
  if (WIFSIGNALED(status)) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 70);
}

class Driver {
 public:
  Driver(int channel, std::string path_glob)
      : channel_(channel), path_glob_(std::move(path_glob)), greeting_(read_greeting(channel)) {
    if (greeting_.filter.empty()) return;
    try {
      filter_ = std::regex(greeting_.filter, std::regex::ECMAScript);
    } catch (const std::regex_error& error) {
      tell("{\"event\":\"error\",\"settings\":true,\"message\":" +
           quoted(std::string("The filter can't be used: ") + error.what()) + "}");
      std::exit(2);
    }
  }

  [[noreturn]] void run(const Programs& programs) {
    warn(programs.warnings);
    const bool all_tests = path_glob_.empty() && greeting_.filter.empty() && greeting_.only.empty();
    if (all_tests) warn(programs.of_all_tests);
    make_mailbox();
    int worst = 0;
    for (const Program& program : programs.all) {
      std::snprintf(mailbox->program, sizeof mailbox->program, "%s",
                    programs.all.size() == 1 ? "" : program.name.c_str());
      // The end of the last program's tests is that of the run: proctor gives the program some time to end,
      // then.
      const int status = run(program, &program == &programs.all.back());
      if (!complete_ && !lost(program, status, programs.all.size() > 1)) end_like(status);
      if (status != 0 && !(mailbox->only_skipped && WIFEXITED(status))) worst = status;
      if (worst != 0 && greeting_.fail_fast) break;
    }
    tell_end();
    end_like(worst);
  }

 private:
  // A program of several that ends before its first test costs the others nothing.
  bool lost(const Program& program, int status, bool of_several) const {
    if (!of_several || mailbox->tests > before_) return false;
    const std::string how = WIFSIGNALED(status) ? std::string("by the signal ") + strsignal(WTERMSIG(status))
                                                : "with exit code " + std::to_string(WEXITSTATUS(status));
    tell(R"({"event":"error","message":)" +
         quoted("The test program " + program.name + " ended " + how + " before its first test") + "}");
    return true;
  }

  void tell(std::string event) const {
    for (char& c : event)
      if (c == '\n') c = ' ';
    write_all(channel_, "\n" + greeting_.nonce + " " + event + "\n");
  }

  void tell_end() {
    if (!ended_) tell(R"({"event":"end"})");
    ended_ = true;
  }

  void warn(const std::vector<std::string>& warnings) const {
    for (const std::string& text : warnings) tell(R"({"event":"warning","message":)" + quoted(text) + "}");
  }

  void make_mailbox() {
    memory_ = memfd_create("mailbox", 0);
    if (memory_ < 0 || ftruncate(memory_, sizeof(Mailbox)) != 0) fail("there is no shared memory");
    void* page = mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
    if (page == MAP_FAILED) fail("there is no shared memory");
    mailbox = static_cast<Mailbox*>(page);
    mailbox->exercise = greeting_.exercise;
    struct sigaction on_end {};
    on_end.sa_handler = note_end;
    on_end.sa_flags = SA_NOCLDSTOP | SA_RESTART;
    sigaction(SIGCHLD, &on_end, nullptr);
    signal(SIGPIPE, SIG_IGN);
    // Whoever asks the run to end asks the program, too. It writes what its test has printed, and the driver
    // ends behind it.
    signal(SIGTERM, SIG_IGN);
    prctl(PR_SET_DUMPABLE, 0);  // no other process is to read the nonce here
  }

  // Runs a program to its end; its wait status.
  int run(const Program& program, bool last) {
    sem_init(&mailbox->posted, 1, 0);
    sem_init(&mailbox->answered, 1, 0);
    mailbox->full = false;
    mailbox->only_skipped = true;
    before_ = mailbox->tests;
    complete_ = false;
    const pid_t driver = getpid();
    const pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) start(program, driver);
    int status = 0;
    for (;;) {
      while (sem_wait(&mailbox->posted) != 0 && errno == EINTR) {
      }
      if (mailbox->full)
        answer(last);
      else if (waitpid(child, &status, WNOHANG) == child)
        return status;
    }
  }

  [[noreturn]] void start(const Program& program, pid_t driver) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != driver) _exit(70);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (chdir(program.directory.c_str()) != 0) {
      std::fprintf(stderr, "%s can't be run in %s: %s\n", program.name.c_str(), program.directory.c_str(),
                   std::strerror(errno));
      _exit(126);
    }
    for (const std::string& variable : program.environment) putenv(const_cast<char*>(variable.c_str()));
    setenv("PROCTOR_CATCH_MAILBOX", std::to_string(memory_).c_str(), 1);
    execl(program.path.c_str(), program.path.c_str(), "-r", "proctor", "--order", "decl", "--rng-seed", "1",
          nullptr);
    std::fprintf(stderr, "%s can't be started: %s\n", program.path.c_str(), std::strerror(errno));
    _exit(127);
  }

  void answer(bool last) {
    const std::size_t length = std::min<std::size_t>(mailbox->length, sizeof mailbox->text);
    const std::string text(mailbox->text, length);
    const Kind kind = mailbox->kind;
    mailbox->answer = 0;
    if (kind == Kind::wanted) {
      mailbox->answer = wanted(text) ? 1 : 0;
    } else if (kind == Kind::last) {
      complete_ = true;
      if (last) tell_end();
    } else {
      tell(text);
    }
    if (kind == Kind::starts || kind == Kind::ends) {
      const unsigned number = kind == Kind::starts ? mailbox->tests : 0;
      const std::string mark = "\x1e" + greeting_.mark + " " + std::to_string(number) + "\x1e";
      write_all(STDOUT_FILENO, mark);
      write_all(STDERR_FILENO, mark);
      if (kind == Kind::ends && greeting_.fail_fast) mailbox->answer = 1;
    }
    mailbox->full = false;
    sem_post(&mailbox->answered);
  }

  bool wanted(const std::string& test) const {
    std::istringstream parts(test);
    std::string id, name, file;
    for (std::string* part : {&id, &name, &file}) std::getline(parts, *part, '\0');
    if (greeting_.skip.count(id) != 0) return false;
    if (!greeting_.only.empty() && greeting_.only.count(id) == 0) return false;
    if (!path_glob_.empty() && fnmatch(path_glob_.c_str(), file.c_str(), 0) != 0) return false;
    // Of several programs, each puts its own name before those of its tests.
    return greeting_.filter.empty() || std::regex_search(id, filter_) ||
           (!name.empty() && std::regex_search(name, filter_));
  }

  int channel_;
  std::string path_glob_;
  Greeting greeting_;
  std::regex filter_;
  int memory_ = -1;
  unsigned before_ = 0;    // how many tests had started before the program that runs
  bool complete_ = false;  // the program that runs has said so
  bool ended_ = false;
};

}  // namespace
}  // namespace proctor_catch

int main(int count, char* words[]) {
  using namespace proctor_catch;
  if (count < 2) fail("no list of programs was given");
  std::string path_glob;
  for (int i = 2; i < count; ++i)
    if (std::strncmp(words[i], "--path=", 7) == 0) path_glob = words[i] + 7;
  const char* number = std::getenv("PROCTOR_CHANNEL");
  if (number == nullptr) fail("PROCTOR_CHANNEL isn't set");
  const int channel = std::atoi(number);
  fcntl(channel, F_SETFD, FD_CLOEXEC);
  unsetenv("PROCTOR_CHANNEL");
  Driver(channel, path_glob).run(read_programs(words[1]));
}
