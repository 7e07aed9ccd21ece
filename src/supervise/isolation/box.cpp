#include "supervise/isolation/box.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "supervise/isolation/bubblewrap.hpp"
#include "supervise/isolation/init_image.hpp"
#include "supervise/isolation/memory_file.hpp"
#include "supervise/isolation/sandbox_environment.hpp"
#include "supervise/isolation/seccomp_filter.hpp"
#include "supervise/program.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

static_assert(INIT_CHANNEL_FD == kChannelFd);

constexpr int kDescriptors = INIT_IMAGE_FD + 1 - INIT_STATUS_FD;

std::string needs_read_only(const fs::path& path) {
  const fs::path directory = path.has_parent_path() ? path.parent_path() : path;
  return fmt::format(
      "{} isn't visible in the sandbox; name {} under [isolation] read_only in your own configuration",
      path.string(), directory.string());
}

std::uint64_t page_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void append_word(std::string& text, std::string_view word) {
  text.append(word).push_back('\0');
}

}  // namespace

tl::expected<std::unique_ptr<BoxParts>, std::string> BoxParts::make() {
  if (access("/proc/self/fd", X_OK) != 0) return tl::unexpected(std::string("/proc isn't mounted"));
  auto bubblewrap = find_bubblewrap();
  if (!bubblewrap) return tl::unexpected(bubblewrap.error());
  auto filter = seccomp_filter();
  if (!filter) return tl::unexpected(filter.error());
  auto parts = std::make_unique<BoxParts>();
  parts->bubblewrap = std::move(*bubblewrap);
  parts->filter = memory_file("seccomp", *filter);
  parts->init = memory_file("init", init_image());
  parts->mounts = std::make_unique<MachineMounts>();
  if (!parts->filter || !parts->init)
    return tl::unexpected(system_message("a memory file can't be made", errno));
  return parts;
}

tl::expected<std::unique_ptr<Box>, Refusal> Box::prepare(const BoxParts& parts, const Command& command,
                                                         const Setting& setting,
                                                         const std::vector<std::string>& environment,
                                                         const std::string& mark, UniqueFd error) {
  auto view = View::make(parts.system, setting.sandbox, setting.writable);
  if (!view) return tl::unexpected(Refusal{.reason = view.error(), .no_sandbox = true});
  std::unique_ptr<Box> box(new Box(command, std::move(*view)));
  if (auto reason = box->find()) return tl::unexpected(Refusal{.reason = std::move(*reason)});
  box->command_environment_ = sandbox_environment(environment, box->view_);
  box->command_environment_.push_back(mark);

  box->view_.add_to(box->steps_);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    return tl::unexpected(
        Refusal{.reason = system_message("a pipe for the sandbox can't be made", errno), .error = errno});
  box->status_.reset(ends[0]);
  UniqueFd status_end(ends[1]);
  box->words_ = open_memory_file("words");

  box->descriptors_.resize(kDescriptors);
  const auto at = [&box](int number) -> UniqueFd& {
    return box->descriptors_.at(static_cast<std::size_t>(number - INIT_STATUS_FD));
  };
  at(INIT_STATUS_FD) = std::move(status_end);
  at(INIT_ERROR_FD) = std::move(error);
  at(INIT_FILTER_FD) = reopen(parts.filter);
  at(INIT_IMAGE_FD) = reopen(parts.init);

  box->argv_text_ = {parts.bubblewrap,
                     "--unshare-all",
                     "--unshare-user",
                     "--die-with-parent",
                     "--as-pid-1",
                     "--cap-drop",
                     "ALL",
                     "--hostname",
                     "sandbox",
                     "--chdir",
                     "/"};
  const auto add = [&box](std::initializer_list<std::string> words) {
    box->argv_text_.insert(box->argv_text_.end(), words);
  };
  if (setting.sandbox.host_network) add({"--share-net"});
  // For the first process, which gives them up (init.c).
  for (const char* right : {"CAP_SYS_ADMIN", "CAP_SYS_RESOURCE", "CAP_SETPCAP"}) add({"--cap-add", right});
  if (parts.mounts->can_be_brought_whole()) {
    add({"--dev-bind", "/", INIT_MACHINE});
  } else {
    add({"--tmpfs", INIT_MACHINE});
    for (const std::string& top : box->steps_.tops()) add({"--dev-bind", top, INIT_MACHINE + top});
  }
  // Nobody may read it, so the kernel lets nobody look into it from its first instruction on.
  add({"--perms", "0111", "--file", std::to_string(INIT_IMAGE_FD), INIT_PATH, "--", INIT_PATH});
  // The command's own environment would reach into bubblewrap, which is outside (LD_PRELOAD).
  box->environment_text_ = {mark};
  for (std::string& word : box->argv_text_) box->argv_.push_back(word.data());
  box->argv_.push_back(nullptr);
  for (std::string& entry : box->environment_text_) box->environment_.push_back(entry.data());
  box->environment_.push_back(nullptr);
  return box;
}

// Which program the command's name means in the sandbox.
std::optional<std::string> Box::find() {
  const auto shown = [this](const fs::path& candidate) { return view_.shows(candidate); };
  auto program = find_program(command_.argv.front(), command_.environment, command_.workdir, shown);
  if (!program) return std::move(program.error());
  program_ = std::move(*program);
  const fs::path file = command_.workdir / program_;
  if (!file.is_absolute() || access(file.c_str(), F_OK) != 0) return std::nullopt;
  if (view_.hidden_part(file)) return needs_read_only(*view_.hidden_part(file));
  return std::nullopt;
}

bool Box::write_order() {
  InitOrder order{};
  order.arguments = static_cast<std::uint32_t>(command_.argv.size());
  order.variables = static_cast<std::uint32_t>(command_environment_.size());
  order.limits = static_cast<std::uint32_t>(limits_.size());
  order.steps = steps_.count();
  order.page_bytes = static_cast<std::uint32_t>(page_bytes());
  if (most_ipc_bytes_ > 0) {
    order.ipc_pages =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most_ipc_bytes_ / page_bytes(), 1, UINT32_MAX));
  }
  if (limits_.size() > INIT_MOST_LIMITS) {
    errno = E2BIG;
    return false;
  }
  std::copy(limits_.begin(), limits_.end(), order.limit);
  std::string text(reinterpret_cast<const char*>(&order), sizeof order);
  append_word(text, program_);
  append_word(text, command_.workdir.empty() ? "/" : command_.workdir.native());
  for (const std::string& word : command_.argv) append_word(text, word);
  for (const std::string& entry : command_environment_) append_word(text, entry);
  text += steps_.text();
  descriptors_.at(INIT_ORDER_FD - INIT_STATUS_FD) = memory_file("order", text);
  return true;
}

bool Box::fill(SpawnRequest& request) {
  if (!write_order()) return false;
  for (UniqueFd& file : descriptors_) {
    // The child's own 0, 1 and 2 are put in place first.
    if (file && file.get() <= STDERR_FILENO)
      file.reset(fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!file) return false;
    numbers_.push_back(file.get());
  }
  if (!words_) return false;
  request.program = argv_.front();
  request.argv = argv_.data();
  request.environment = environment_.data();
  request.workdir = "/";
  // The command gets a session of its own from the first process. One more for bubblewrap would cost: where
  // the scheduler shares time out by sessions, each new one has to wait for its turn.
  request.new_session = false;
  request.err = words_.get();
  request.more = numbers_.data();
  request.more_count = numbers_.size();
  return true;
}

void Box::close_child_ends() {
  descriptors_.clear();
  numbers_.clear();
}

void Box::read_status() {
  for (;;) {
    InitRecord record{};
    const ssize_t count = read(status_.get(), &record, sizeof record);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count != static_cast<ssize_t>(sizeof record)) {
      status_.reset();
      return;
    }
    if (record.event == INIT_READY) {
      ready_ = true;
    } else if (record.event == INIT_ENDED) {
      ended_ = record.value;
    } else if (record.event == INIT_IPC_MEMORY) {
      ipc_bytes_ = static_cast<std::uint64_t>(record.value) * page_bytes();
    } else {
      start_failure_ = record;
    }
  }
}

std::string Box::explain_start(const InitRecord& failure) const {
  using Step = SpawnFailure::Step;
  const int error = failure.value;
  if (failure.event == INIT_FORK_FAILED) return explain({Step::clone, error}, program_, command_.workdir);
  if (failure.event == INIT_LIMIT_FAILED) return system_message("a limit of the command can't be set", error);
  if (failure.event == INIT_CHDIR_FAILED) {
    const auto hidden = view_.hidden_part(command_.workdir);
    if (error == ENOENT && hidden)
      return fmt::format("the working directory {} isn't visible in the sandbox", hidden->string());
    return explain({Step::workdir, error}, program_, command_.workdir);
  }
  const std::string interpreter =
      error == ENOENT ? interpreter_of(command_.workdir / program_) : std::string();
  if (interpreter.starts_with('/')) {
    if (const auto hidden = view_.hidden_part(interpreter))
      return fmt::format("{} can't be run: its first line names an interpreter, and {}", program_,
                         needs_read_only(*hidden));
  }
  return explain({Step::exec, error}, program_, command_.workdir);
}

std::optional<Refusal> Box::failure() const {
  const auto no_sandbox = [](std::string_view words) {
    return Refusal{.reason = "the sandbox can't be set up: " + explain_setup_failure(words),
                   .no_sandbox = true};
  };
  if (start_failure_ && start_failure_->event == INIT_VIEW_FAILED) {
    const auto value = static_cast<std::uint32_t>(start_failure_->value);
    const int error = static_cast<int>(value & ((1U << INIT_ERROR_BITS) - 1));
    return no_sandbox(system_message(steps_.failure(value >> INIT_ERROR_BITS), error));
  }
  if (start_failure_) {
    const bool no_process = start_failure_->event == INIT_FORK_FAILED;
    return Refusal{.reason = explain_start(*start_failure_),
                   .no_workdir = start_failure_->event == INIT_CHDIR_FAILED,
                   .error = no_process ? start_failure_->value : 0};
  }
  if (ready_) return std::nullopt;
  const std::string words = first_bytes(words_, 4096);
  Refusal refusal = no_sandbox(words);
  refusal.no_machine = words.find(INIT_MACHINE) != std::string::npos;
  return refusal;
}

std::optional<Process> Box::first_process(pid_t bubblewrap) {
  const std::string path = fmt::format("/proc/{0}/task/{0}/children", bubblewrap);
  const std::string children = read_kernel_file(path.c_str(), 64);
  pid_t pid = 0;
  if (std::from_chars(children.data(), children.data() + children.size(), pid).ec == std::errc())
    return read_process(pid);
  for (const Process& process : all_processes()) {
    if (process.parent == bubblewrap && process.alive()) return process;
  }
  return std::nullopt;
}

}  // namespace proctor::supervise
