#include "supervise/isolation/box.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "supervise/isolation/memory_file.hpp"
#include "supervise/isolation/obstacle.hpp"
#include "supervise/isolation/sandbox_environment.hpp"
#include "supervise/program.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

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

std::string failed_duty(std::uint32_t duty) {
  switch (duty) {
    case INIT_READ_START:
      return "the command's arguments can't be read";
    case INIT_LEAVE_MACHINE:
      return "the machine's files can't be taken away";
    case INIT_SEAL_VIEW:
      return "what is to be read-only can't be made so";
    case INIT_GIVE_UP_RIGHTS:
      return "the first process can't give up its capabilities";
    case INIT_INSTALL_FILTER:
      return "the system call filter can't be installed";
    case INIT_TAKE_OUTPUT:
      return "the command's output can't be connected";
    default:
      return "the first process can't take signals";
  }
}

}  // namespace

Refusal refusal_for(const SandboxObstacle& obstacle) {
  return {.reason = "the sandbox can't be set up: " + obstacle.reason,
          .no_sandbox = true,
          .may_pass = !obstacle.lasts()};
}

tl::expected<std::unique_ptr<Box>, Refusal> Box::prepare(BoxParts& parts, const Command& command,
                                                         const RunOptions& options,
                                                         const std::vector<std::string>& environment,
                                                         const std::string& tag) {
  auto view = View::make(parts.system, options.sandbox, options.writable, options.protected_files);
  if (!view) return tl::unexpected(Refusal{.reason = view.error(), .no_sandbox = true});
  std::unique_ptr<Box> box(new Box(parts, command, options.sandbox, std::move(*view)));
  if (auto reason = box->find()) return tl::unexpected(Refusal{.reason = std::move(*reason)});
  box->tag_ = tag;
  box->command_environment_ = sandbox_environment(environment, box->view_);
  box->command_environment_.push_back(tag);
  parts.system.add_to(box->steps_, options.sandbox);
  box->view_.add_to(box->steps_);
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

UniqueFd Box::start() const {
  InitStart start{};
  start.arguments = static_cast<std::uint32_t>(command_.argv.size());
  start.variables = static_cast<std::uint32_t>(command_environment_.size());
  start.limits = static_cast<std::uint32_t>(limits_.size());
  start.steps = steps_.count();
  start.page_bytes = static_cast<std::uint32_t>(page_bytes());
  if (most_ipc_bytes_ > 0) {
    start.ipc_pages =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most_ipc_bytes_ / page_bytes(), 1, UINT32_MAX));
  }
  if (limits_.size() > INIT_MOST_LIMITS) {
    errno = E2BIG;
    return {};
  }
  std::copy(limits_.begin(), limits_.end(), start.limit);
  std::string text(reinterpret_cast<const char*>(&start), sizeof start);
  append_word(text, program_);
  append_word(text, command_.workdir.empty() ? "/" : command_.workdir.native());
  for (const std::string& word : command_.argv) append_word(text, word);
  for (const std::string& entry : command_environment_) append_word(text, entry);
  text.append(steps_.text());
  return memory_file("start", text);
}

std::vector<std::string> Box::arguments() {
  std::vector<std::string> words{parts_.bubblewrap,
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
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (sandbox_.host_network) add({"--share-net"});
  // For the first process, which gives them up (init.c).
  for (const char* right : {"CAP_SYS_ADMIN", "CAP_SYS_RESOURCE", "CAP_SETPCAP"}) add({"--cap-add", right});
  // The first process takes what the command sees out of the machine. Only what it needs of that comes along:
  // bubblewrap goes to each mount and changes its flags, and where another machine is asked then (NFS), or a
  // program that mounts things on demand, that may take for ever.
  add({"--tmpfs", INIT_MACHINE});
  for (const std::string& top : steps_.tops()) add({"--dev-bind", top, INIT_MACHINE + top});
  // Nobody may read it, so the kernel lets nobody look into it from its first instruction on.
  add({"--perms", "0111", "--file", std::to_string(INIT_IMAGE_FD), INIT_PATH, "--", INIT_PATH});
  return words;
}

int Box::fill(SpawnRequest& request, int out, int err) {
  std::array<int, 2> status{};
  if (pipe2(status.data(), O_CLOEXEC | O_NONBLOCK) != 0) return errno;
  status_.reset(status[0]);
  UniqueFd status_end(status[1]);
  // The child puts its own 0, 1 and 2 in place before its others.
  if (status_end.get() <= STDERR_FILENO)
    status_end.reset(fcntl(status_end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!status_end) return errno;
  words_ = open_memory_file("words");
  if (!words_) return errno;
  UniqueFd image = reopen(parts_.init);
  if (!image) return errno;
  UniqueFd first = start();
  if (!first) return errno;
  descriptors_ = {status_end.get(), image.get(), first.get(), parts_.filter.get(), out, err};
  static_assert(INIT_STATUS_FD == 3 && INIT_IMAGE_FD == 4 && INIT_START_FD == 5 && INIT_FILTER_FD == 6 &&
                INIT_OUTPUT_FD == 7 && INIT_ERROR_FD == 8);
  for (UniqueFd* end : {&status_end, &image, &first}) child_ends_.push_back(std::move(*end));

  arguments_ = arguments();
  for (std::string& word : arguments_) argv_.push_back(word.data());
  argv_.push_back(nullptr);
  // The command's own environment would reach into bubblewrap, which is outside (LD_PRELOAD).
  environment_ = {tag_.data(), nullptr};
  request.program = argv_.front();
  request.argv = argv_.data();
  request.environment = environment_.data();
  request.workdir = "/";
  // The command gets a session of its own from the first process. One more for bubblewrap would cost: where
  // the scheduler shares time out by sessions, each new one has to wait for its turn.
  request.new_session = false;
  request.out = words_.get();
  request.err = words_.get();
  request.more = descriptors_.data();
  request.more_count = descriptors_.size();
  return 0;
}

void Box::close_child_ends() {
  child_ends_.clear();
  descriptors_.clear();
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
  if (!start_failure_ && ready_) return std::nullopt;
  if (!start_failure_) return refusal_for(obstacle_of_words(first_bytes(words_, 4096)));
  const bool by_view = start_failure_->event == INIT_VIEW_FAILED;
  if (by_view || start_failure_->event == INIT_DUTY_FAILED) {
    const auto value = static_cast<std::uint32_t>(start_failure_->value);
    const std::uint32_t which = value >> INIT_ERROR_BITS;
    const int error = static_cast<int>(value & ((1U << INIT_ERROR_BITS) - 1));
    const std::string step = by_view ? steps_.failure(which) : failed_duty(which);
    return refusal_for(obstacle_of(system_message(step, error), error));
  }
  return Refusal{.reason = explain_start(*start_failure_),
                 .no_workdir = start_failure_->event == INIT_CHDIR_FAILED,
                 .error = start_failure_->value};
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
