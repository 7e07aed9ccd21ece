#include "supervise/isolation/box.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "supervise/isolation/bubblewrap.hpp"
#include "supervise/isolation/memory_file.hpp"
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

}  // namespace

tl::expected<std::unique_ptr<Box>, Refusal> Box::prepare(BoxParts& parts, const Command& command,
                                                         const Setting& setting,
                                                         const std::vector<std::string>& environment,
                                                         const std::string& mark) {
  auto view = View::make(parts.system, setting.sandbox, setting.writable);
  if (!view) return tl::unexpected(Refusal{.reason = view.error(), .no_sandbox = true});
  std::unique_ptr<Box> box(new Box(command, std::move(*view)));
  if (auto reason = box->find()) return tl::unexpected(Refusal{.reason = std::move(*reason)});
  box->command_environment_ = sandbox_environment(environment, box->view_);
  box->command_environment_.push_back(mark);
  parts.system.add_to(box->steps_, setting.sandbox);
  box->system_steps_ = {box->steps_.count(), box->steps_.text().size()};
  box->view_.add_to(box->steps_);
  const auto filter = parts.filter();
  if (!filter) return tl::unexpected(Refusal{.reason = filter.error(), .no_sandbox = true});
  box->filter_ = *filter;
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

UniqueFd Box::order() const {
  InitOrder order{};
  order.arguments = static_cast<std::uint32_t>(command_.argv.size());
  order.variables = static_cast<std::uint32_t>(command_environment_.size());
  order.limits = static_cast<std::uint32_t>(limits_.size());
  order.steps = steps_.count() - system_steps_.count;
  order.page_bytes = static_cast<std::uint32_t>(page_bytes());
  if (most_ipc_bytes_ > 0) {
    order.ipc_pages =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(most_ipc_bytes_ / page_bytes(), 1, UINT32_MAX));
  }
  if (limits_.size() > INIT_MOST_LIMITS) {
    errno = E2BIG;
    return {};
  }
  std::copy(limits_.begin(), limits_.end(), order.limit);
  std::string text(reinterpret_cast<const char*>(&order), sizeof order);
  append_word(text, program_);
  append_word(text, command_.workdir.empty() ? "/" : command_.workdir.native());
  for (const std::string& word : command_.argv) append_word(text, word);
  for (const std::string& entry : command_environment_) append_word(text, entry);
  text.append(steps_.text(), system_steps_.bytes);
  return memory_file("order", text);
}

int Box::begin(EmptyBox empty, const Streams& streams) {
  empty_.emplace(std::move(empty));
  const UniqueFd file = order();
  if (!file) return errno;
  return empty_->give({file.get(), filter_, streams.out, streams.err, streams.channel});
}

void Box::read_status() {
  for (;;) {
    InitRecord record{};
    const ssize_t count = read(empty_->status().get(), &record, sizeof record);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count != static_cast<ssize_t>(sizeof record)) {
      empty_->status().reset();
      return;
    }
    if (record.event == INIT_READY) {
      ready_ = true;
    } else if (record.event == INIT_ENDED) {
      ended_ = record.value;
    } else if (record.event == INIT_IPC_MEMORY) {
      ipc_bytes_ = static_cast<std::uint64_t>(record.value) * page_bytes();
    } else if (record.event != INIT_WAITING) {
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
  const std::string words = first_bytes(empty_->words(), 4096);
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
