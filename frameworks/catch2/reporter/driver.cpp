// Runs the test programs of a project, one after the other, as one run:
//
//   driver PROGRAMS [--path=GLOB]
//
// PROGRAMS is a file with a line for each: its name, the path, the directory to run it in, with `|` between
// them, and behind it what ctest.cmake adds: variables of its environment, and warnings. Each program gets
// the greeting from here and talks to proctor by itself; the driver says when all are through. If one of them
// doesn't come to its end, neither does the run: proctor sees to what is left.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

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
    if (kind == '!') programs.warnings.push_back(line.substr(1));
    if (kind == '?') programs.of_all_tests.push_back(line.substr(1));
    if (kind == '=' && !programs.all.empty()) programs.all.back().environment.push_back(line.substr(1));
    if (kind == '!' || kind == '?' || kind == '=') continue;
    std::istringstream words(line);
    Program program;
    std::getline(words, program.name, '|');
    std::getline(words, program.path, '|');
    std::getline(words, program.directory, '|');
    if (!program.path.empty()) programs.all.push_back(program);
  }
  return programs;
}

std::string read_greeting(int channel) {
  std::string text;
  char piece[4096];
  while (text.size() < 2 || text.compare(text.size() - 2, 2, "\n\n") != 0) {
    const ssize_t got = read(channel, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("there is no greeting on the channel");
    text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

std::string nonce_in(const std::string& greeting) {
  const std::size_t at = greeting.find("nonce ");
  if (at == std::string::npos) fail("the greeting has no nonce");
  return greeting.substr(at + 6, greeting.find('\n', at) - at - 6);
}

// A file without a name that holds the text, to be read from its beginning.
int holding(const std::string& text) {
  FILE* file = std::tmpfile();
  if (file == nullptr) fail("tmpfile");
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
  const int descriptor = dup(fileno(file));
  std::fclose(file);
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

void set(const char* name, int value) {
  setenv(name, std::to_string(value).c_str(), 1);
}

struct Result {
  int status = 0;
  int tests = 0;
  bool complete = false;
  bool nothing = false;  // no test of it was run to its end: it has none that is wanted, or they were skipped
};

Result run(const Program& program, bool alone, const std::string& greeting, int before) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  const int text = holding(greeting);
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    close(ends[0]);
    set("PROCTOR_CATCH_GREETING", text);
    set("PROCTOR_CATCH_DRIVER", ends[1]);
    set("PROCTOR_CATCH_BEFORE", before);
    if (!alone) setenv("PROCTOR_CATCH_PROGRAM", program.name.c_str(), 1);
    if (chdir(program.directory.c_str()) != 0) {
      std::fprintf(stderr, "%s can't be run in %s: %s\n", program.name.c_str(), program.directory.c_str(),
                   std::strerror(errno));
      _exit(126);
    }
    for (const std::string& variable : program.environment) putenv(const_cast<char*>(variable.c_str()));
    execl(program.path.c_str(), program.path.c_str(), "-r", "proctor", "--order", "decl", "--rng-seed", "1",
          nullptr);
    _exit(127);
  }
  close(ends[1]);
  close(text);
  Result result;
  result.tests = before;
  char word[16] = "";
  FILE* told = fdopen(ends[0], "r");
  if (std::fscanf(told, "%d %15s", &result.tests, word) == 2)
    result.nothing = std::strcmp(word, "nothing") == 0;
  result.complete = result.nothing || std::strcmp(word, "complete") == 0;
  std::fclose(told);
  while (waitpid(child, &result.status, 0) < 0 && errno == EINTR) {
  }
  return result;
}

void tell(int channel, const std::string& greeting, const std::string& event) {
  const std::string line = "\n" + nonce_in(greeting) + " " + event + "\n";
  if (write(channel, line.data(), line.size()) < 0) fail("the channel is closed");
}

void warn(int channel, const std::string& greeting, const std::vector<std::string>& warnings) {
  for (const std::string& text : warnings) {
    std::string words;
    for (const char c : text) {
      if (c == '"' || c == '\\') words += '\\';
      words += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    tell(channel, greeting, R"({"event":"warning","message":")" + words + "\"}");
  }
}

[[noreturn]] void end_like(int status) {
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  std::exit(WIFEXITED(status) ? WEXITSTATUS(status) : 70);
}

}  // namespace

int main(int count, char* words[]) {
  if (count < 2) fail("no list of programs was given");
  for (int i = 2; i < count; ++i)
    if (std::strncmp(words[i], "--path=", 7) == 0) setenv("PROCTOR_CATCH_PATH", words[i] + 7, 1);
  const char* number = std::getenv("PROCTOR_CHANNEL");
  if (number == nullptr) fail("PROCTOR_CHANNEL isn't set");
  const int channel = std::atoi(number);
  const std::string greeting = read_greeting(channel);
  const Programs programs = read_programs(words[1]);
  const bool fail_fast = ("\n" + greeting).find("\nfail_fast\n") != std::string::npos;
  const bool chosen = count > 2 || ("\n" + greeting).find("\nonly ") != std::string::npos ||
                      ("\n" + greeting).find("\nfilter ") != std::string::npos;
  warn(channel, greeting, programs.warnings);
  if (!chosen) warn(channel, greeting, programs.of_all_tests);
  int tests = 0;
  int worst = 0;
  for (const Program& program : programs.all) {
    const Result result = run(program, programs.all.size() == 1, greeting, tests);
    if (!result.complete) end_like(result.status);
    if (result.status != 0 && !(result.nothing && WIFEXITED(result.status))) worst = result.status;
    if (worst != 0 && fail_fast) break;
    tests = result.tests;
  }
  tell(channel, greeting, R"({"event":"end"})");
  end_like(worst);
}
