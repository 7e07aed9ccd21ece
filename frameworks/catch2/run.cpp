// Runs test programs, one after the other: run PROGRAMS [--path=GLOB …]
//
// PROGRAMS is a file with a line for each time that a program is run: its name, its path and the directory to run it in,
// with `|` between them. Behind it stand lines that ctest.cmake adds and explains. `!` begins a warning, `?` one that is
// told only where all tests are wanted.
//
// Each program asks and tells by itself (listener.cpp). If a test ends its program, the run ends, too: proctor sees to
// what is left. Each program has a directory in which it leaves what run.cpp has to know:
//
//   started   it has come to its first test
//   ended     it has run all that was wanted; "skipped" stands in it if nothing but skips came of that
//   chosen    the names of the tests to run, for Catch's --input-file, where these aren't all
//   left-out  not all of its tests are wanted
//   said      what Catch's own reporter said
//   early     of several programs: what it wrote to standard error before its first test
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "client.h"
#include "ctest.h"

namespace {

using Words = std::vector<std::string>;

struct Program {
  std::string name, path, directory;
  Words environment, arguments;  // as `NAME=value`
  std::string timeout;           // CTest's, in seconds
  std::string build, ctest;      // where only CTest can say how it ends: the build directory, and the test's name
};

[[noreturn]] void fail(const std::string& what) {
  std::exit((std::cerr << "The test programs can't be run: " << what << "\n", 70));
}

void tell(const char* event, const std::string& message) {
  proctor_begin(event), proctor_text("message", message.c_str()), proctor_send();
}

bool there(const std::string& file) { return access(file.c_str(), F_OK) == 0; }

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string described(int status) {
  return WIFSIGNALED(status) ? std::string("by the signal ") + strsignal(WTERMSIG(status))
                             : "with exit code " + std::to_string(WEXITSTATUS(status));
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

[[noreturn]] void become(const Program& program, const Words& arguments, Words environment) {
  signal(SIGTERM, SIG_DFL);
  environment.insert(environment.begin(), program.environment.begin(), program.environment.end());
  for (const std::string& variable : environment) putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> words{const_cast<char*>(program.path.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  if (chdir(program.directory.c_str()) == 0) execv(words[0], words.data());
  std::cerr << program.path << " can't be run in " << program.directory << ": " << strerror(errno) << std::endl;
  _exit(127);
}

int run(const Program& program, const Words& arguments, Words environment, const std::string& early = "") {
  const pid_t parent = getpid(), child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(70);
    if (!early.empty()) {
      environment.push_back("PROCTOR_CATCH_ERR=" + std::to_string(dup(2)));
      dup2(open(early.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), 2);
    }
    become(program, arguments, environment);
  }
  if (!program.timeout.empty()) {
    pollfd ends{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
    if (poll(&ends, 1, static_cast<int>(std::atof(program.timeout.c_str()) * 1000)) == 0) {
      kill(child, SIGKILL);
      tell("warning", program.name + " was ended: CTest's TIMEOUT for it is " + program.timeout + " seconds.");
    }
    close(ends.fd);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

class Run {
 public:
  Run(const char* programs, std::string path) : path_(std::move(path)) {
    std::ifstream in(programs);
    if (!in) fail(std::string(programs) + ": " + strerror(errno));
    place_ = std::string(programs) + ".run";
    for (std::string line; std::getline(in, line);) take(line);
  }

  [[noreturn]] void all() {
    // Whoever asks the run to end asks the programs, too. They write what their tests have printed.
    signal(SIGTERM, SIG_IGN);
    mkdir(place_.c_str(), 0700);
    int worst = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      state_ = place_ + "/" + std::to_string(i + 1);
      const int status = programs_[i].ctest.empty() ? with_its_tests(programs_[i]) : as_one_test(programs_[i]);
      if (status != 0) worst = status;
    }
    warn();
    if (proctor_greeted != 0) proctor_begin("end"), proctor_send();
    end_like(worst);
  }

 private:
  void take(const std::string& line) {
    const std::string rest = line.substr(line.empty() ? 0 : 1);
    switch (line.empty() ? '\0' : line[0]) {
      case '!': return warnings_.push_back(rest);
      case '?': return of_all_tests_.push_back(rest);
      case '=': return programs_.back().environment.push_back(rest);
      case '+': return programs_.back().arguments.push_back(rest);
      case '%': programs_.back().timeout = rest; return;
      case '~':
        programs_.back().build = rest.substr(0, rest.find('|'));
        programs_.back().ctest = rest.substr(rest.find('|') + 1);
        return;
      default: break;
    }
    std::istringstream words(line);
    Program& program = programs_.emplace_back();
    for (std::string* word : {&program.name, &program.path, &program.directory}) std::getline(words, *word, '|');
  }

  void warn() const {
    for (const std::string& warning : warnings_) tell("warning", warning);
    if (all_wanted_ && path_.empty())
      for (const std::string& warning : of_all_tests_) tell("warning", warning);
  }

  int as_one_test(const Program& program) {
    if (!path_.empty()) return 0;
    const std::string log = state_ + ".ctest";
    return proctor_ctest(program.build.c_str(), program.ctest.c_str(), program.name.c_str(), log.c_str()) << 8;
  }

  // Runs a program, and tells of one that is no use. What counts against a pass; what a test ended ends the run.
  int with_its_tests(const Program& program) {
    for (const char* file : {"/started", "/ended", "/chosen", "/left-out", "/said", "/early"}) std::remove((state_ + file).c_str());
    mkdir(state_.c_str(), 0700);
    // Nothing comes behind a submission's program, so nobody waits for it.
    if (exercise_) become(program, options(program), environment(""));
    const std::string prefix = programs_.size() == 1 ? "" : program.name + "::";
    const int status = run(program, options(program), environment(prefix), prefix.empty() ? "" : state_ + "/early");
    if (!there(state_ + "/started")) std::cerr << text_of(state_ + "/early") << std::flush;
    // Where a test has ended the program, all that is printed is still the test's.
    if (there(state_ + "/ended")) std::cout << text_of(state_ + "/said") << std::flush;
    all_wanted_ = all_wanted_ && !there(state_ + "/left-out");
    if (there(state_ + "/ended")) return text_of(state_ + "/ended") == "skipped" && WIFEXITED(status) ? 0 : status;
    if (there(state_ + "/started")) warn();
    if (there(state_ + "/started") || programs_.size() == 1) end_like(status);
    tell("error", "The test program " + program.name + " ended " + described(status) + " before its first test\n" +
                      text_of(state_ + "/early"));
    return status != 0 ? status : 1 << 8;
  }

  Words environment(const std::string& prefix) const {
    return {proctor_channel, "PROCTOR_CATCH_STATE=" + state_, "PROCTOR_CATCH_PROGRAM=" + prefix,
            "PROCTOR_CATCH_PATH=" + path_};
  }

  // The order is always the same, and what Catch's reporter says comes behind what the tests print, if anybody is to see it.
  Words options(const Program& program) const {
    Words words = program.arguments;
    const auto add = [&](std::initializer_list<const char*> names, const std::string& value) {
      for (const std::string& word : words)
        for (const std::string name : names)
          if (word == name || word.rfind(name + "=", 0) == 0) return;
      words.insert(words.end(), {*names.begin(), value});
    };
    add({"--order"}, "decl");
    add({"--rng-seed"}, "1");
    add({"--out", "-o"}, exercise_ ? "/dev/null" : state_ + "/said");
    // Tests with the tag [.] are left for later as others are by SKIP. Benchmarks are hidden, too, and no tests.
    if (exercise_) words.insert(words.end(), {"*", "~[!benchmark]"});
    return words;
  }

  std::string path_, place_, state_;  // globs of test files, one a line; the directory of all programs; that of the one that runs
  std::vector<Program> programs_;
  Words warnings_, of_all_tests_;
  bool all_wanted_ = true;
  const bool exercise_ = std::getenv("PROCTOR_CATCH_EXERCISE") != nullptr;
};

}  // namespace

int main(int count, char* words[]) {
  if (count < 2) fail("no list of programs was given");
  if (!proctor_speaks()) fail("PROCTOR_CHANNEL isn't set");
  std::string paths;  // one a line
  for (int i = 2; i < count; ++i) paths += std::string(words[i]).substr(std::strlen("--path=")) + "\n";
  Run(words[1], paths).all();
}
