#include "supervise/runtime_stacks.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kMostStackBytes = 64U << 10U;
constexpr std::size_t kMostMapBytes = 256U << 10U;
constexpr std::size_t kMostHeaders = 256;  // of an ELF file, of each kind
constexpr std::size_t kMostNameBytes = 64U << 10U;
constexpr std::size_t kMostNoteBytes = 4U << 10U;
constexpr std::chrono::milliseconds kQuiet{120};  // an answer comes in one go
constexpr std::chrono::milliseconds kAnswer{40};  // of one Python, until the next one is asked

// The name of the program's file, without its folder; empty if it can't be read.
std::string program_name(pid_t pid) {
  std::array<char, 4096> target{};
  const ssize_t length = readlink(fmt::format("/proc/{}/exe", pid).c_str(), target.data(), target.size());
  if (length <= 0) return {};
  const std::string_view path(target.data(), static_cast<std::size_t>(length));
  return std::string(path.substr(path.rfind('/') + 1));
}

// At most `size` bytes; fewer if the file ends. Offsets out of range give nothing.
std::string read_at(int file, std::uint64_t offset, std::size_t size) {
  std::string bytes(size, '\0');
  if (offset > static_cast<std::uint64_t>(INT64_MAX) - size) return {};
  const ssize_t count = pread(file, bytes.data(), size, static_cast<off_t>(offset));
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

template <typename Header>
std::vector<Header> read_headers(int file, std::uint64_t offset, std::size_t count, std::size_t entry_size) {
  if (entry_size != sizeof(Header)) return {};
  const std::string bytes = read_at(file, offset, std::min(count, kMostHeaders) * sizeof(Header));
  std::vector<Header> headers(bytes.size() / sizeof(Header));
  if (!headers.empty()) std::memcpy(headers.data(), bytes.data(), headers.size() * sizeof(Header));
  return headers;
}

bool holds_go_note(int file, const Elf64_Ehdr& elf) {
  for (const auto& header : read_headers<Elf64_Phdr>(file, elf.e_phoff, elf.e_phnum, elf.e_phentsize)) {
    if (header.p_type != PT_NOTE) continue;
    const std::string notes =
        read_at(file, header.p_offset, std::min<std::uint64_t>(header.p_filesz, kMostNoteBytes));
    // The size of the name, that of the content, a type; then the name.
    constexpr std::string_view kName{"Go\0\0", 4};
    if (notes.size() > sizeof(Elf64_Nhdr) &&
        std::string_view(notes).substr(sizeof(Elf64_Nhdr)).starts_with(kName))
      return true;
  }
  return false;
}

bool holds_go_section(int file, const Elf64_Ehdr& elf) {
  const auto sections = read_headers<Elf64_Shdr>(file, elf.e_shoff, elf.e_shnum, elf.e_shentsize);
  if (elf.e_shstrndx >= sections.size()) return false;
  const Elf64_Shdr& name_section = sections[elf.e_shstrndx];
  const std::string names =
      read_at(file, name_section.sh_offset, std::min<std::uint64_t>(name_section.sh_size, kMostNameBytes));
  return std::any_of(sections.begin(), sections.end(), [&names](const Elf64_Shdr& section) {
    if (section.sh_name >= names.size()) return false;
    const std::string_view name(names.c_str() + section.sh_name);
    return name == ".note.go.buildid" || name == ".go.buildinfo";
  });
}

bool maps_jvm(const Process& process) {
  constexpr long kFewestThreads = 5;  // a JVM has more than ten; this spares all others the long read
  if (process.threads < kFewestThreads) return false;
  const std::string maps = read_kernel_file(fmt::format("/proc/{}/maps", process.pid).c_str(), kMostMapBytes);
  return maps.find("/libjvm.so") != std::string::npos;
}

// Python writes its stacks piece by piece: several at a time would be mixed. It ends when it has told them.
void wait_for_end(const Process& process, std::chrono::steady_clock::time_point until) {
  const auto enough = std::min(until, std::chrono::steady_clock::now() + kAnswer);
  while (std::chrono::steady_clock::now() < enough) {
    const auto now = read_process(process.pid);
    if (!now || now->start != process.start || !now->alive()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int signal_for(Runtime runtime) {
  switch (runtime) {
    case Runtime::jvm:
    case Runtime::go:
      return SIGQUIT;
    case Runtime::python:
      return SIGABRT;
    case Runtime::unknown:
      break;
  }
  return 0;
}

// Python tells of the thread that ran last of all: it is the one that people look for.
std::string current_thread_first(std::string text) {
  const std::size_t first = text.find("Thread 0x");
  const std::size_t current = text.find("Current thread 0x");
  if (first == std::string::npos || current == std::string::npos || first > current) return text;
  const std::size_t end = std::min(text.find("\n\n", current), text.size());
  const std::string block = text.substr(current, end - current);
  const std::size_t lines = block.find_last_not_of('\n') + 1;
  text.erase(current, end - current);
  return text.insert(first, block.substr(0, lines) + "\n\n");
}

}  // namespace

bool is_go_program(const char* path) {
  const UniqueFd file(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const std::string head = read_at(file.get(), 0, sizeof(Elf64_Ehdr));
  if (head.size() < sizeof(Elf64_Ehdr) || !head.starts_with(ELFMAG)) return false;
  Elf64_Ehdr elf{};
  std::memcpy(&elf, head.data(), sizeof(elf));
  if (elf.e_ident[EI_CLASS] != ELFCLASS64 || elf.e_ident[EI_DATA] != ELFDATA2LSB) return false;
  return holds_go_note(file.get(), elf) || holds_go_section(file.get(), elf);
}

Runtime runtime_of(const Process& process) {
  const std::string name = program_name(process.pid);
  if (name.empty()) return Runtime::unknown;
  if (name == "java") return Runtime::jvm;
  if (name.starts_with("python")) {
    const bool tells = !environment_value(process.pid, "PYTHONFAULTHANDLER").empty();
    return tells ? Runtime::python : Runtime::unknown;
  }
  if (is_go_program(fmt::format("/proc/{}/exe", process.pid).c_str())) return Runtime::go;
  return maps_jvm(process) ? Runtime::jvm : Runtime::unknown;
}

bool ask_for_stacks(const std::vector<Member>& members, const HangReport& picture,
                    std::chrono::steady_clock::time_point until) {
  std::vector<std::pair<const Process*, Runtime>> able;
  for (const Member& member : members) {
    if (std::chrono::steady_clock::now() >= until) break;
    const Process& process = member.process;
    // Who is stopped can't answer, and who can't be told for sure to be of this run isn't touched.
    if (!member.certain || process.state == 'T' || process.state == 't') continue;
    const bool shown = std::any_of(picture.processes.begin(), picture.processes.end(),
                                   [&](const HungProcess& one) { return one.pid == process.pid; });
    const Runtime runtime = shown ? runtime_of(process) : Runtime::unknown;
    if (runtime != Runtime::unknown) able.emplace_back(&process, runtime);
  }
  bool asked = false;
  for (const auto& [process, runtime] : able) {
    // `go test` hands on what its test programs say only when they have ended: it must outlive them.
    const bool hands_on = runtime == Runtime::go &&
                          std::any_of(able.begin(), able.end(), [pid = process->pid](const auto& other) {
                            return other.second == Runtime::go && other.first->parent == pid;
                          });
    if (hands_on) continue;
    // Who ends by it must not leave its memory on the disk.
    const auto now = read_process(process->pid);
    if (!now || now->start != process->start) continue;
    rlimit core{};
    if (prlimit(process->pid, RLIMIT_CORE, nullptr, &core) == 0) {
      core.rlim_cur = 0;
      prlimit(process->pid, RLIMIT_CORE, &core, nullptr);
    }
    asked = signal_process(*process, signal_for(runtime)) || asked;
    if (runtime == Runtime::python) wait_for_end(*process, until);
  }
  return asked;
}

void StackListener::hear(Stream stream, std::string_view bytes) {
  const std::size_t room = kMostStackBytes - heard_[0].size() - heard_[1].size();
  heard_[stream == Stream::out ? 0 : 1].append(bytes.substr(0, room));
  until_ = std::min(latest_, Clock::now() + kQuiet);
}

std::string StackListener::take() {
  std::string text = std::move(heard_[0]);
  if (!text.empty() && !text.ends_with('\n') && !heard_[1].empty()) text += '\n';
  text += heard_[1];
  return for_terminal(current_thread_first(std::move(text)));
}

}  // namespace proctor::supervise
