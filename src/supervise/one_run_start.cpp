// The beginning of a run: everything is prepared before the child exists, which then needs system calls only.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "supervise/one_run.hpp"
#include "supervise/program.hpp"
#include "supervise/pty.hpp"

namespace proctor::supervise {
namespace {

bool holds_nul(const Command& command) {
  const auto bad = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return std::any_of(command.argv.begin(), command.argv.end(), bad) ||
         std::any_of(command.environment.begin(), command.environment.end(), bad) ||
         bad(command.workdir.native());
}

char* c_string(const std::string& text) {
  return const_cast<char*>(text.c_str());
}

// The ends are above 2, because the child puts others there.
bool make_pipe(OutputPipe& pipe) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.reader.reset(ends[0]);
  pipe.writer.reset(ends[1]);
  for (UniqueFd* end : {&pipe.reader, &pipe.writer}) {
    if (end->get() <= STDERR_FILENO) end->reset(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!*end) return false;
  }
  return fcntl(pipe.reader.get(), F_SETFL, O_NONBLOCK) == 0;
}

// One of our own standard streams, or /dev/null.
UniqueFd open_input(bool own) {
  UniqueFd fd(own ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                  : open("/dev/null", O_RDONLY | O_CLOEXEC));
  // Above 2, because the child puts others there; a program may be started with its standard ones closed.
  if (fd && fd.get() <= STDERR_FILENO) fd.reset(fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return fd;
}

// The streams are terminals, or one, as the caller wishes: what isn't, is a pipe already.
bool apply(const RunOptions::Streams& streams, OutputPipe& out, OutputPipe& err) {
  const auto turn_into = [](OutputPipe& pipe, int pty) {
    pipe.reader.reset(fcntl(pty, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    pipe.writer = open_peer(pty);
    return pipe.reader && pipe.writer;
  };
  if (streams.out_pty >= 0 && !turn_into(out, streams.out_pty)) return false;
  if (streams.joined) {
    err.reader.reset();
    err.writer.reset(fcntl(out.writer.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    return static_cast<bool>(err.writer);
  }
  return streams.err_pty < 0 || turn_into(err, streams.err_pty);
}

// The command writes to our own streams. Standard output that is no terminal is for the answer.
bool hand_over(OutputPipe& out, OutputPipe& err) {
  const int to = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO;
  out.writer.reset(fcntl(to, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  err.writer.reset(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return out.writer && err.writer;
}

// The value of a run's PROCTOR_RUN; `wanted` may be empty.
std::string new_tag(const std::string& outer, const std::string& wanted) {
  if (!wanted.empty()) return outer.empty() ? wanted : outer + '.' + wanted;
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) < 0) bytes.fill(0x55);  // as good as impossible
  std::string tag = outer;
  if (!tag.empty()) tag += '.';
  for (const unsigned char byte : bytes) fmt::format_to(std::back_inserter(tag), "{:02x}", byte);
  return tag;
}

// What the run still needs: for the process, the stop, the log, and the looks for processes that are left.
// Without them a run could be started that nobody can end.
bool can_open_more(int any) {
  std::array<UniqueFd, 8> spare;
  return std::all_of(spare.begin(), spare.end(), [any](UniqueFd& fd) {
    fd.reset(fcntl(any, F_DUPFD_CLOEXEC, 0));
    return static_cast<bool>(fd);
  });
}

}  // namespace

OneRun::OneRun(Common& common, const Command& command, const Limits& limits, const RunOptions& options)
    : common_(common),
      command_(command),
      limits_(limits),
      options_(options),
      watch_(limits, options, cgroups_, common.live, live_),
      around_(limits.processes.has_value()) {
  live_.tag = new_tag(common_.outer_tag, options.tag);
  live_.started = ticks_since_boot();
  outcome_.out = BoundedOutput(limits.head_bytes, limits.tail_bytes);
  outcome_.err = BoundedOutput(limits.head_bytes, limits.tail_bytes);
  outcome_.isolation.level = options.isolation;
  outcome_.isolation.host_network =
      options.isolation != IsolationLevel::sandbox || options.sandbox.host_network;
  common_.live.enter(live_);
}

bool OneRun::refuse(Refusal refusal) {
  const bool no_means = refusal.may_pass || code_of_system(refusal.error) == ErrorCode::resources_exhausted;
  outcome_.termination = {.kind = Termination::Kind::not_started,
                          .evidence = std::move(refusal.reason),
                          .no_sandbox = refusal.no_sandbox,
                          .no_means = no_means,
                          .no_workdir = refusal.no_workdir};
  return false;
}

bool OneRun::start() {
  if (command_.argv.empty()) return refuse({.reason = "there is no command"});
  if (holds_nul(command_)) return refuse({.reason = "the command holds a NUL byte, which no argument can"});

  null_ = open_input(options_.terminal != RunOptions::Terminal::none);
  if (!null_) {
    const int error = errno;
    return refuse(
        {.reason = system_message("the command's standard input can't be opened", error), .error = error});
  }
  OutputPipe out, err;
  const bool handed = options_.terminal == RunOptions::Terminal::all;
  if (!make_pipe(out) || !make_pipe(err) || (handed && !hand_over(out, err)) ||
      !apply(options_.streams, out, err)) {
    const int error = errno;
    return refuse({.reason = system_message("a pipe for the output can't be made", error), .error = error});
  }
  if (options_.streams.in_pty) null_.reset(fcntl(out.writer.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!command_.channel.empty()) {
    if (const int error = channel_.open(command_.channel))
      return refuse(
          {.reason = system_message("a channel for the results can't be made", error), .error = error});
  }
  pump_.emplace(std::move(out), std::move(err), limits_, options_, outcome_);
  if (options_.isolation == IsolationLevel::sandbox) return start_in_box();

  const auto program = find_program(command_.argv.front(), command_.environment, command_.workdir);
  if (!program) return refuse({.reason = program.error()});
  const std::string shell = "/bin/sh";
  std::vector<char*> shell_argv{c_string(shell), c_string(*program)};
  std::vector<char*> argv;
  for (const std::string& word : command_.argv) argv.push_back(c_string(word));
  shell_argv.insert(shell_argv.end(), argv.begin() + 1, argv.end());
  argv.push_back(nullptr);
  shell_argv.push_back(nullptr);
  std::vector<char*> environment;
  for (const std::string& entry : command_.environment) {
    if (!entry.starts_with("PROCTOR_RUN=")) environment.push_back(c_string(entry));
  }
  std::string tag = "PROCTOR_RUN=" + live_.tag;
  environment.push_back(tag.data());
  environment.push_back(nullptr);

  make_cgroups(cgroups_, common_.cgroups, options_.isolation, limits_);
  const std::vector<ResourceLimit> resources = watch_.resources();
  SpawnRequest request{.program = program->c_str(),
                       .argv = argv.data(),
                       .shell_argv = shell_argv.data(),
                       .environment = environment.data(),
                       .workdir = command_.workdir.empty() ? nullptr : command_.workdir.c_str(),
                       .out = pump_->out_writer(),
                       .err = pump_->err_writer(),
                       .resources = resources.data(),
                       .resource_count = resources.size()};
  if (options_.streams.in_pty) request.terminal = null_.get();
  if (const auto failure = launch(request)) {
    return refuse({.reason = explain(*failure, *program, command_.workdir),
                   .no_workdir = failure->step == SpawnFailure::Step::workdir,
                   .error = failure->error});
  }
  group_ = root_;
  return true;
}

// Starts the first process, known to everybody who has to end it before it exists.
std::optional<SpawnFailure> OneRun::launch(SpawnRequest& request) {
  const std::vector<int> tasks = cgroups_.tasks();
  request.in = null_.get();
  request.cgroup = cgroups_.unified ? cgroups_.unified.fd() : -1;
  request.tasks = tasks.data();
  request.task_count = tasks.size();
  guarded_.enter({.tag = live_.tag, .cgroups = cgroups_.paths()});
  if (!can_open_more(request.in)) return SpawnFailure{SpawnFailure::Step::descriptors, EMFILE};
  begin_ = Clock::now();  // to measure a large workspace took its time, which isn't the command's
  common_.live.begin_start();
  auto spawned = spawn(request);
  common_.live.end_start(live_, spawned ? spawned->pid : 0);
  pump_->close_writers();
  if (!spawned) return spawned.error();
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  own_peak_bytes_ = usage_of(own).peak_bytes;  // see account()
  root_ = spawned->pid;
  last_sign_ = Clock::now();
  watch_.started(*spawned, last_sign_);
  pidfd_ = std::move(spawned->pidfd);
  if (spawned->in_cgroup) live_.cgroup = &cgroup_;
  return std::nullopt;
}

}  // namespace proctor::supervise
