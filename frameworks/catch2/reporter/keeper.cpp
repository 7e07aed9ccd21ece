#include "keeper.hpp"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace proctor_catch {
namespace {

#ifdef PROCTOR_OF_EXERCISE
constexpr bool of_exercise = true;
#else
constexpr bool of_exercise = false;
#endif

// One event at a time stands in this page. Longer ones don't come: the events' writer cuts messages far below
// it.
constexpr unsigned mailbox_size = 4u << 20;

enum State : unsigned { idle, posted, over };

struct Mailbox {
  std::atomic<unsigned> state;
  std::atomic<unsigned> greeted;
  Kind kind;
  unsigned number;
  unsigned length;
  char text[mailbox_size - 5 * sizeof(unsigned)];
};

Mailbox* mailbox = nullptr;
pid_t keeper_pid = 0;
pid_t tests_pid = 0;
unsigned first_number = 0;
// The driver of several programs, who sends one `end` for all of them, is told here how far this one came; or
// -1.
int driver = -1;
// Raised by the handler of SIGCHLD.
std::atomic<bool> tests_ended{false};

// Created on first use: the code below runs before the program's own constructors.
Greeting& wanted() {
  static Greeting value;
  return value;
}

void wait_while(std::atomic<unsigned>& word, unsigned value) {
  const timespec limit{0, 100'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}

void wake(std::atomic<unsigned>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void write_all(int descriptor, const std::string& text) {
  const char* from = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const ssize_t written = write(descriptor, from, left);
    if (written < 0 && errno == EAGAIN) {  // a test may have set O_NONBLOCK: for us, too
      pollfd room{descriptor, POLLOUT, 0};
      poll(&room, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return;  // nobody reads: nothing to be done about it
    } else if (written > 0) {
      from += written;
      left -= static_cast<std::size_t>(written);
    }
  }
}

// Up to and with the empty line at its end.
std::string read_greeting(int from) {
  std::string text;
  char piece[4096];
  while (text.size() < 2 || text.compare(text.size() - 2, 2, "\n\n") != 0) {
    const ssize_t got = read(from, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

struct Secrets {
  std::string nonce;
  std::string mark;
};

// Takes the secrets out of the greeting; what is left may be seen by everybody.
Secrets take_secrets(std::string& text) {
  Secrets secrets;
  std::string rest;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.rfind("nonce ", 0) == 0)
      secrets.nonce = line.substr(6);
    else if (line.rfind("mark ", 0) == 0)
      secrets.mark = line.substr(5);
    else if (!line.empty())
      rest += line + '\n';
  }
  text = std::move(rest);
  return secrets;
}

// Ids have `\` as `\\` and a line feed as `\n`.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      plain += text[i] == 'n' ? '\n' : text[i];
    } else {
      plain += text[i];
    }
  }
  return plain;
}

void understand(const std::string& text, Greeting& into) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, space);
    const std::string value = space < line.size() ? line.substr(space + 1) : "";
    if (key == "skip") into.skip.push_back(unescape(value));
    if (key == "only") into.only.push_back(unescape(value));
    if (key == "filter") into.filter = value;
    if (key == "fail_fast") into.fail_fast = true;
    if (key == "exercise") into.exercise = true;
  }
}

void note_end(int) {
  tests_ended = true;
  unsigned expected = idle;
  mailbox->state.compare_exchange_strong(expected, over);  // so that a wait which is about to begin doesn't
}

void pass_on(int channel, const Secrets& secrets) {
  const std::size_t length = std::min<std::size_t>(mailbox->length, sizeof mailbox->text);
  std::string event(mailbox->text, length);
  std::replace(event.begin(), event.end(), '\n', ' ');
  write_all(channel, "\n" + secrets.nonce + " " + event + "\n");
  if (mailbox->kind == Kind::starts || mailbox->kind == Kind::ends) {
    const unsigned number = mailbox->kind == Kind::starts ? mailbox->number : 0;
    const std::string mark = "\x1e" + secrets.mark + " " + std::to_string(number) + "\x1e";
    write_all(STDOUT_FILENO, mark);
    write_all(STDERR_FILENO, mark);
  }
}

void tell_driver(unsigned number, const char* how) {
  if (driver >= 0) write_all(driver, std::to_string(number) + " " + how + "\n");
}

[[noreturn]] void end_like(int status) {
  if (WIFSIGNALED(status)) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
    _exit(128 + WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

[[noreturn]] void keep(int channel, const Secrets& secrets) {
  unsigned number = first_number;
  const char* how = "incomplete";
  for (;;) {
    const unsigned state = mailbox->state.load();
    if (state == posted) {
      if (mailbox->kind == Kind::starts) number = mailbox->number;
      if (mailbox->kind == Kind::last) how = mailbox->number == 1 ? "nothing" : "complete";
      if (mailbox->kind != Kind::last || driver < 0) pass_on(channel, secrets);
      mailbox->state.store(idle);
      wake(mailbox->state);
    } else if (tests_ended.load()) {
      break;
    } else {
      wait_while(mailbox->state, idle);
    }
  }
  tell_driver(number, how);
  int status = 0;
  while (waitpid(tests_pid, &status, 0) < 0 && errno == EINTR) {
  }
  end_like(status);
}

// The rest of the program, with all that is under test, goes on in the child.
void become_child() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper_pid) _exit(70);
  while (mailbox->greeted.load() == 0) wait_while(mailbox->greeted, 0);
  understand(std::string(mailbox->text, mailbox->length), wanted());
  madvise(mailbox, sizeof *mailbox, MADV_DONTFORK);
  tests_pid = getpid();
}

// Started by the solution, an exercise's tests would tell what they expect. (That it ends well is for a
// CMakeLists.txt that has them run as soon as they are built.)
[[noreturn]] void refuse_to_run() {
  static const char words[] = "The tests of an exercise are run by proctor alone.\n";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0) {
    // Then nobody reads it.
  }
  _exit(0);
}

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "the reporter can't start: %s: %s\n", what, std::strerror(errno));
  _exit(70);
}

void split(int channel, int greeting_from) {
  void* page = mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) give_up("mmap");
  mailbox = static_cast<Mailbox*>(page);  // a new page is full of zeros: idle, and not yet greeted
  keeper_pid = getpid();
  struct sigaction on_end {};
  on_end.sa_handler = note_end;
  on_end.sa_flags = SA_NOCLDSTOP;
  sigaction(SIGCHLD, &on_end, nullptr);
  const pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    signal(SIGCHLD, SIG_DFL);
    close(channel);
    if (greeting_from != channel) close(greeting_from);
    if (driver >= 0) close(driver);
    become_child();
    return;
  }
  tests_pid = child;
  prctl(PR_SET_DUMPABLE, 0);  // before the secrets come: nobody may look into this process
  signal(SIGPIPE, SIG_IGN);
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_UNBLOCK, &ends, nullptr);
  std::string text = read_greeting(greeting_from);
  const Secrets secrets = take_secrets(text);
  mailbox->length = static_cast<unsigned>(std::min(text.size(), sizeof mailbox->text));
  std::memcpy(mailbox->text, text.data(), mailbox->length);
  mailbox->greeted.store(1);
  wake(mailbox->greeted);
  keep(channel, secrets);
}

// Removes a variable from the environment that the program is about to get.
const char* take(char** environment, const char* name) {
  const std::size_t length = std::strlen(name);
  for (char** entry = environment; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, name, length) != 0 || (*entry)[length] != '=') continue;
    const char* value = *entry + length + 1;
    do entry[0] = entry[1];
    while (*entry++ != nullptr);
    return value;
  }
  return nullptr;
}

// A descriptor for this process alone, named by a variable; -1 if there is none.
int take_descriptor(char** environment, const char* name) {
  const char* number = take(environment, name);
  if (number == nullptr) return -1;
  const int descriptor = std::atoi(number);
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ? -1 : descriptor;
}

// Whether proctor has made the channel, and not a solution that greets the program in its place.
bool is_of_proctor(int channel) {
  ucred maker{};
  socklen_t size = sizeof maker;
  if (getsockopt(channel, SOL_SOCKET, SO_PEERCRED, &maker, &size) != 0) return false;
  if (maker.pid == 0) return true;  // it is outside of this sandbox
  static const char first_process[] = ".proctor-init\n";
  char name[32] = "";
  const int file = open("/proc/1/comm", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : read(file, name, sizeof name - 1);
  if (file >= 0) close(file);
  // Within a sandbox of proctor's there is nobody who could have made it but the solution.
  if (length > 0 && std::strcmp(name, first_process) == 0) return false;
  struct stat own {};
  struct stat its {};
  const std::string path = "/proc/" + std::to_string(maker.pid) + "/exe";
  return stat(path.c_str(), &its) != 0 || stat("/proc/self/exe", &own) != 0 || its.st_dev != own.st_dev ||
         its.st_ino != own.st_ino;
}

// What CMake asks of a program that it has built (catch_discover_tests), and what else runs no test.
bool asks_for_lists(char** words) {
  for (char** word = words; word != nullptr && *word != nullptr; ++word)
    if (std::strncmp(*word, "--list-", 7) == 0 || std::strcmp(*word, "-l") == 0 ||
        std::strcmp(*word, "-t") == 0)
      return true;
  return false;
}

// A program of several in a project gets the greeting from their driver, who has read it from the channel.
void begin(int, char** words, char** environment) {
  const int channel = take_descriptor(environment, "PROCTOR_CHANNEL");
  if (of_exercise) {
    if (channel >= 0 && is_of_proctor(channel)) return split(channel, channel);
    if (!asks_for_lists(words)) refuse_to_run();
    return;
  }
  if (channel < 0) return;
  const int greeting_from = take_descriptor(environment, "PROCTOR_CATCH_GREETING");
  driver = take_descriptor(environment, "PROCTOR_CATCH_DRIVER");
  if (const char* before = take(environment, "PROCTOR_CATCH_BEFORE"))
    first_number = static_cast<unsigned>(std::atoi(before));
  split(channel, greeting_from < 0 ? channel : greeting_from);
}

// Functions in this section run before the constructors of the program and of its libraries.
__attribute__((section(".preinit_array"), used)) void (*const at_the_very_beginning)(int, char**,
                                                                                     char**) = begin;

bool supervised() {
  return mailbox != nullptr;
}

const Greeting& greeting() {
  return wanted();
}

unsigned tests_before() {
  return first_number;
}

bool may_tell() {
  return syscall(SYS_gettid) == tests_pid;
}

void tell(Kind kind, unsigned number, const std::string& event) {
  if (getpid() != tests_pid) _exit(0);
  mailbox->kind = kind;
  mailbox->number = number;
  mailbox->length = static_cast<unsigned>(std::min(event.size(), sizeof mailbox->text));
  std::memcpy(mailbox->text, event.data(), mailbox->length);
  mailbox->state.store(posted);
  wake(mailbox->state);
  while (mailbox->state.load() == posted) {
    wait_while(mailbox->state, posted);
    if (getppid() != keeper_pid) _exit(70);
  }
}

}  // namespace
}  // namespace proctor_catch
