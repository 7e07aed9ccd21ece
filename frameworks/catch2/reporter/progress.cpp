#include "progress.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "mailbox.hpp"
#include "text.hpp"

namespace proctor_catch {
namespace {

// A message longer than that says nothing more to anybody; and an event fits into the mailbox, also if each
// of its bytes is escaped (six bytes for one).
constexpr std::size_t longest_message = 256 * 1024;

Mailbox* mailbox = nullptr;
pid_t tests_pid = 0;

// Runs before the program's own constructors. Without a driver the program runs as it would without us.
__attribute__((constructor(101))) void open_mailbox() {
  const char* number = std::getenv("PROCTOR_CATCH_MAILBOX");
  if (number == nullptr) return;
  const int file = std::atoi(number);
  void* memory = mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) mailbox = static_cast<Mailbox*>(memory);
  close(file);
  unsetenv("PROCTOR_CATCH_MAILBOX");
  tests_pid = getpid();
}

// Threads that a test starts, and processes that it forks, get on with what they do and tell nothing.
bool in_main_thread() {
  return syscall(SYS_gettid) == tests_pid;
}

// Hands an event to the driver and waits for the answer.
unsigned tell(Kind kind, const std::string& text) {
  if (mailbox == nullptr) return 0;
  if (getpid() != tests_pid)
    _exit(0);  // a forked process has fallen out of its test: the results aren't its own
  mailbox->kind = kind;
  mailbox->length = static_cast<unsigned>(std::min(text.size(), sizeof mailbox->text));
  std::memcpy(mailbox->text, text.data(), mailbox->length);
  mailbox->full = true;
  sem_post(&mailbox->posted);
  while (sem_wait(&mailbox->answered) != 0 && errno == EINTR) {
  }
  return mailbox->answer;
}

// The standard streams as they were when the program started: a test may replace or close them.
struct Streams {
  std::streambuf* buffers[3] = {std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()};
  int copies[2] = {-1, -1};
  bool synchronised = true;
};

Streams& streams() {
  static Streams value;
  return value;
}

bool synchronised() {
  return std::ios::sync_with_stdio(true);  // only asks: there is no way back from false
}

// After std::ios::sync_with_stdio(false), which many call first of all, the C++ library writes through other
// buffers, and the ones before are gone. Any other new buffer is a test's own, and may be gone, too.
void note_new_buffers() {
  if (!streams().synchronised || synchronised()) return;
  streams() = {{std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()},
               {streams().copies[0], streams().copies[1]},
               false};
}

// What the next test prints isn't to be lost because this one closed or redirected a stream.
void restore_streams() {
  note_new_buffers();
  for (int i = 0; i < 2; ++i) {
    struct stat now {};
    struct stat then {};
    const int copy = streams().copies[i];
    if (copy < 0 || fstat(copy, &then) != 0) continue;
    if (fstat(i + 1, &now) == 0 && now.st_dev == then.st_dev && now.st_ino == then.st_ino) continue;
    dup2(copy, i + 1);
  }
  std::ostream* const all[] = {&std::cout, &std::cerr, &std::clog};
  for (int i = 0; i < 3; ++i) {
    if (all[i]->rdbuf() != streams().buffers[i]) all[i]->rdbuf(streams().buffers[i]);
    all[i]->clear();
  }
}

void flush() {
  note_new_buffers();
  for (std::streambuf* buffer : streams().buffers)
    if (buffer != nullptr) buffer->pubsync();
  std::fflush(stdout);
  std::fflush(stderr);
}

std::string shortened(const std::string& message) {
  if (message.size() <= longest_message) return message;
  return message.substr(0, longest_message) + "\n[the message goes on for " +
         std::to_string(message.size() - longest_message) + " more bytes]";
}

// The path, relative to the project's directory if it's in there.
std::string in_project(const std::string& path) {
  const char* root = std::getenv("PROCTOR_ROOT");
  if (root == nullptr || *root == '\0') return path;
  const std::string prefix = std::string(root) + "/";
  return path.rfind(prefix, 0) == 0 ? path.substr(prefix.size()) : path;
}

std::string described(const Test& test) {
  std::string text = "\"id\":" + quoted(test.id);
  if (!test.name.empty()) text += ",\"name\":" + quoted(test.name);
  if (!test.in_file.empty()) text += ",\"test\":" + quoted(test.in_file);
  if (!test.file.empty()) text += ",\"file\":" + quoted(in_project(test.file));
  if (test.line > 0) text += ",\"line\":" + std::to_string(test.line);
  if (test.task > 0) text += ",\"task\":" + std::to_string(test.task);
  return text;
}

}  // namespace

bool of_exercise() {
  return mailbox != nullptr && mailbox->exercise;
}

std::string id_prefix() {
  return mailbox == nullptr || mailbox->program[0] == '\0' ? "" : std::string(mailbox->program) + "::";
}

Progress::Progress() {
  // Beyond those that a test uses. Where the limit of open files is low, not as far.
  for (int i = 0; i < 2; ++i) {
    int& copy = streams().copies[i];
    copy = fcntl(i + 1, F_DUPFD_CLOEXEC, 700);
    if (copy < 0) copy = fcntl(i + 1, F_DUPFD_CLOEXEC, 20);
  }
  // A line at a time, so that what was printed before a crash isn't lost with the buffer.
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

bool Progress::wants(const Test& test) const {
  const std::string asked = test.id + '\0' + test.name + '\0' + in_project(test.file) + '\0';
  if (tell(Kind::wanted, asked) == 0) return false;
  tell(Kind::plain, "{\"event\":\"plan\",\"tests\":[{" + described(test) + "}]}");
  return true;
}

void Progress::start(const Test& test) {
  restore_streams();
  flush();
  open_ = test.id;
  if (mailbox != nullptr) ++mailbox->tests;
  tell(Kind::starts, "{\"event\":\"start\"," + described(test) +
                         ",\"n\":" + std::to_string(mailbox == nullptr ? 0 : mailbox->tests) + "}");
  began_ = std::chrono::steady_clock::now();
}

void Progress::failed(const std::string& message) const {
  if (open_.empty() || !in_main_thread()) return;
  tell(Kind::plain,
       "{\"event\":\"failed\",\"id\":" + quoted(open_) + ",\"message\":" + quoted(shortened(message)) + "}");
}

void Progress::finish(const std::string& status, const std::string& message, std::size_t line) {
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began_;
  flush();
  std::string event = "{\"event\":\"finish\",\"id\":" + quoted(open_) + ",\"status\":\"" + status + "\"";
  if (!message.empty()) event += ",\"message\":" + quoted(shortened(message));
  if (line > 0) event += ",\"line\":" + std::to_string(line);
  char duration[64];
  std::snprintf(duration, sizeof duration, ",\"duration_ms\":%.3f}", took.count());
  open_.clear();
  if (mailbox != nullptr && status != "skip") mailbox->only_skipped = false;
  const bool stop = tell(Kind::ends, event + duration) == 1;
  if (stop && status == "fail") {
    end();
    std::_Exit(1);
  }
}

void Progress::end() const {
  tell(Kind::last, "");
}

void die_by(int signal_number) {
  signal(signal_number, SIG_DFL);  // what goes wrong from here on ends the program at once
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal_number);
  sigprocmask(SIG_UNBLOCK, &mask, nullptr);
  if (in_main_thread()) {
    // A lock may be held by whoever was interrupted.
    fflush_unlocked(stdout);
    if (!synchronised() && std::cout.rdbuf() == streams().buffers[0]) streams().buffers[0]->pubsync();
  }
  raise(signal_number);  // in this very thread, whose signal mask was just changed
  _exit(128 + signal_number);
}

}  // namespace proctor_catch
