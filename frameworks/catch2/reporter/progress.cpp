#include "progress.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "filter.hpp"
#include "keeper.hpp"

namespace proctor_catch {
namespace {

// A message longer than that says nothing more to anybody; and an event must fit into the keeper's mailbox,
// also if each of its bytes is escaped (six bytes for one).
constexpr std::size_t longest_message = 256 * 1024;

// The standard streams as they were when the program started: a test may replace or close them.
struct Streams {
  std::streambuf* buffers[3];
  int copies[2];
};

Streams& streams() {
  static Streams value{{std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()}, {-1, -1}};
  return value;
}

void remember_streams() {
  for (int i = 0; i < 2; ++i) streams().copies[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 700);
  // A line at a time, so that what was printed before a crash isn't lost with the buffer.
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

// Whether both stand in the same library (or program).
bool same_library(const void* one, const void* other) {
  Dl_info first{};
  Dl_info second{};
  return dladdr(one, &first) != 0 && dladdr(other, &second) != 0 && first.dli_fbase == second.dli_fbase;
}

// After std::ios::sync_with_stdio(false), which many call first of all, the C++ library writes through other
// buffers of its own, and the ones before are gone. A buffer of the solution's isn't taken for one of these:
// it may be gone, too.
void note_new_buffers() {
  std::ostream* const all[] = {&std::cout, &std::cerr, &std::clog};
  for (int i = 0; i < 3; ++i) {
    std::streambuf*& known = streams().buffers[i];
    std::streambuf* const now = all[i]->rdbuf();
    if (now != known && now != nullptr && same_library(now, known)) known = now;
  }
}

// What the next test prints shouldn't be lost because this one closed or redirected a stream.
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
  if (std::cout.rdbuf() != streams().buffers[0]) std::cout.rdbuf(streams().buffers[0]);
  if (std::cerr.rdbuf() != streams().buffers[1]) std::cerr.rdbuf(streams().buffers[1]);
  if (std::clog.rdbuf() != streams().buffers[2]) std::clog.rdbuf(streams().buffers[2]);
  std::cout.clear();
  std::cerr.clear();
  std::clog.clear();
}

void flush() {
  note_new_buffers();
  for (std::streambuf* buffer : streams().buffers) {
    try {
      if (buffer != nullptr) buffer->pubsync();
    } catch (...) {
      // A buffer that can't be written out has nothing more to say.
    }
  }
  std::fflush(stdout);
  std::fflush(stderr);
}

// A buffer of the C++ library's lets only those who derive from it see what it holds.
struct Held : std::streambuf {
  static const char* begin(const std::streambuf& buffer) { return (buffer.*&Held::pbase)(); }
  static const char* end(const std::streambuf& buffer) { return (buffer.*&Held::pptr)(); }
};

void write_held(int to, const char* begin, const char* end) {
  constexpr std::ptrdiff_t most = 1 << 20;
  if (begin == nullptr || end - begin > most) return;
  while (begin < end) {
    const ssize_t written = write(to, begin, static_cast<std::size_t>(end - begin));
    if (written <= 0) return;
    begin += written;
  }
}

// Bytes of the UTF-8 sequence that begins at `at`, or 0 if none does.
std::size_t sequence(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

std::string shortened(const std::string& message) {
  if (message.size() <= longest_message) return message;
  return message.substr(0, longest_message) + "\n[the message goes on for " +
         std::to_string(message.size() - longest_message) + " more bytes]";
}

std::string place(const Test& test) {
  std::string text;
  if (!test.name.empty()) text += ",\"name\":" + quoted(test.name);
  if (!test.in_file.empty()) text += ",\"test\":" + quoted(test.in_file);
  if (!test.file.empty()) text += ",\"file\":" + quoted(in_project(test.file));
  if (test.line > 0) text += ",\"line\":" + std::to_string(test.line);
  if (test.task > 0) text += ",\"task\":" + std::to_string(test.task);
  return text;
}

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence(text, at);
    const unsigned char byte = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      json += "\xEF\xBF\xBD";
    } else if (byte == '"' || byte == '\\') {
      json += '\\';
      json += text[at];
    } else if (byte == '\n') {
      json += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      json += escape;
    } else {
      json.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return json + '"';
}

std::string in_project(const std::string& path) {
  const char* root = std::getenv("PROCTOR_ROOT");
  if (root == nullptr || *root == '\0') return path;
  const std::string prefix = std::string(root) + "/";
  return path.rfind(prefix, 0) == 0 ? path.substr(prefix.size()) : path;
}

void write_pending() {
  if (!may_tell()) return;
#ifdef __GLIBC__
  if (stdout != nullptr) write_held(stdout->_fileno, stdout->_IO_write_base, stdout->_IO_write_ptr);
#endif
  const std::streambuf* const out = std::cout.rdbuf();
  if (out != nullptr && out == streams().buffers[0])
    write_held(STDOUT_FILENO, Held::begin(*out), Held::end(*out));
}

Progress::Progress()
    : skip_(greeting().skip.begin(), greeting().skip.end()),
      only_(greeting().only.begin(), greeting().only.end()),
      number_(tests_before()) {
  remember_streams();
}

bool Progress::wants(const Test& test) const {
  if (skip_.count(test.id) != 0) return false;
  if (!only_.empty() && only_.count(test.id) == 0) return false;
  const char* glob = greeting().exercise ? nullptr : std::getenv("PROCTOR_CATCH_PATH");
  if (glob != nullptr && fnmatch(glob, in_project(test.file).c_str(), 0) != 0) return false;
  if (greeting().filter.empty()) return true;
  std::string complaint = "this program was built without filters";
  if (matches != nullptr) {
    complaint.clear();
    if (matches(test.id, greeting().filter, complaint)) return true;
    // Of several programs, each puts its own name before those of its tests.
    if (!test.name.empty() && matches(test.name, greeting().filter, complaint)) return true;
  }
  if (complaint.empty()) return false;
  tell(Kind::plain, 0,
       "{\"event\":\"error\",\"settings\":true,\"message\":" +
           quoted("The filter can't be used: " + complaint) + "}");
  std::_Exit(2);
}

void Progress::plan(const std::vector<Test>& tests) {
  std::string list;
  for (const Test& test : tests) {
    if (!list.empty()) list += ",";
    list += "{\"id\":" + quoted(test.id) + place(test) + "}";
  }
  tell(Kind::plain, 0, "{\"event\":\"plan\",\"tests\":[" + list + "]}");
}

void Progress::start(const Test& test) {
  restore_streams();
  flush();
  open_ = test.id;
  ++number_;
  tell(Kind::starts, number_,
       "{\"event\":\"start\",\"id\":" + quoted(test.id) + ",\"n\":" + std::to_string(number_) + place(test) +
           "}");
  began_ = std::chrono::steady_clock::now();
}

void Progress::failed(const std::string& message) {
  if (open_.empty() || !may_tell()) return;
  tell(Kind::plain, 0,
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
  tell(Kind::ends, number_, event + duration);
  open_.clear();
  if (status != "skip") only_skipped_ = false;
  if (status == "fail" && greeting().fail_fast) {
    end();
    std::_Exit(1);
  }
}

void Progress::refuse(const std::string& why) {
  tell(Kind::plain, 0, "{\"event\":\"error\",\"message\":" + quoted(why) + "}");
  std::_Exit(2);
}

void Progress::end() {
  // Catch's exit code isn't 0 if there was no test to run, or if all were skipped.
  tell(Kind::last, only_skipped_ ? 1 : 0, "{\"event\":\"end\"}");
}

}  // namespace
}  // namespace proctor_catch
