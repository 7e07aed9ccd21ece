#include "supervise/live_runs.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <unordered_map>

namespace proctor::supervise {
namespace {

bool tag_fits(const std::string& value, const std::string& tag) {
  return value == tag || (value.starts_with(tag) && value[tag.size()] == '.');
}

bool inside(const std::string& cgroup, const std::string& name) {
  return cgroup == name || (cgroup.starts_with(name) && cgroup[name.size()] == '/');
}

// What a process itself shows of where it belongs.
bool bears_sign_of(const LiveRun& run, const Process& process) {
  if (run.cgroup != nullptr && inside(cgroup_of(process.pid), run.cgroup->name())) return true;
  if (tag_fits(environment_value(process.pid, "PROCTOR_RUN"), run.tag)) return true;
  return run.seen.contains({process.pid, process.start});
}

std::int64_t in_microseconds(const timeval& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + static_cast<std::int64_t>(time.tv_usec);
}

}  // namespace

ReapedUsage usage_of(const rusage& usage) {
  return {in_microseconds(usage.ru_utime), in_microseconds(usage.ru_stime),
          static_cast<std::uint64_t>(usage.ru_maxrss) * 1024U,
          static_cast<std::uint64_t>(usage.ru_oublock) * 512U};
}

void LiveRuns::enter(LiveRun& run) {
  const std::lock_guard lock(mutex_);
  if (runs_.empty()) busy_since_ = run.started;
  runs_.push_back(&run);
  if (runs_.size() > 1) {
    for (LiveRun* live : runs_) live->shared = true;
  }
}

void LiveRuns::leave(LiveRun& run) {
  const std::lock_guard lock(mutex_);
  std::erase(runs_, &run);
}

void LiveRuns::begin_start() {
  const std::lock_guard lock(mutex_);
  ++starting_;
}

void LiveRuns::end_start(LiveRun& run, pid_t root) {
  const std::lock_guard lock(mutex_);
  --starting_;
  run.root = root;
}

void LiveRuns::root_reaped(LiveRun& run) {
  const std::lock_guard lock(mutex_);
  run.root = 0;
}

void LiveRuns::set_guardian(pid_t pid) {
  const std::lock_guard lock(mutex_);
  guardian_ = pid;
}

bool LiveRuns::alone() const {
  const std::lock_guard lock(mutex_);
  return runs_.size() == 1;
}

bool LiveRuns::is_known_child(pid_t pid) const {
  return pid == guardian_ ||
         std::any_of(runs_.begin(), runs_.end(), [pid](const LiveRun* run) { return run->root == pid; });
}

std::vector<Member> LiveRuns::members(LiveRun& run, const LookBudget& budget) {
  // First the table, then the list of runs: whoever started a process that stands in the table is in the
  // list.
  std::vector<Process> table = all_processes(budget);
  bool is_alone = false;
  bool was_alone = false;
  std::uint64_t busy_since = 0;
  std::set<pid_t> other_roots;
  {
    const std::lock_guard lock(mutex_);
    is_alone = runs_.size() == 1;
    was_alone = !run.shared;
    busy_since = busy_since_;
    other_roots.insert(guardian_);
    for (const LiveRun* other : runs_) {
      if (other != &run && other->root != 0) other_roots.insert(other->root);
    }
  }
  std::unordered_map<pid_t, Process*> by_pid;
  by_pid.reserve(table.size());
  for (Process& process : table) by_pid.emplace(process.pid, &process);

  enum class Answer { unknown, no, perhaps, yes };
  std::unordered_map<pid_t, Answer> answers;
  const pid_t self = getpid();

  // Up the line of parents until somebody's place is known; everyone passed on the way has the same place.
  const auto place_of = [&](Process& process) {
    std::vector<const Process*> line;
    Answer answer = Answer::unknown;
    for (Process* at = &process; answer == Answer::unknown;) {
      if (const auto known = answers.find(at->pid); known != answers.end()) {
        answer = known->second;
        break;
      }
      line.push_back(at);
      if (at->pid == run.root) {
        answer = Answer::yes;
        break;
      }
      if (other_roots.contains(at->pid) || at->pid == self || line.size() > table.size()) {
        answer = Answer::no;
        break;
      }
      if (at->parent != self && !by_pid.contains(at->parent)) {
        // The parent has ended while the table was read: the process has got a new one.
        const auto now = read_process(at->pid);
        if (now && now->start == at->start) at->parent = now->parent;
      }
      if (at->parent == self) break;
      const auto parent = by_pid.find(at->parent);
      if (parent == by_pid.end()) answer = Answer::no;
      if (parent != by_pid.end()) at = parent->second;
    }
    if (answer == Answer::unknown) {  // the end of the line is an adopted orphan
      const auto sign = [&run, &budget](const Process* passed) {
        return !budget.spent() && bears_sign_of(run, *passed);
      };
      const bool young = line.back()->start >= busy_since;
      // Who was always alone needs no look at signs, which are dear where a bomb leaves hundreds of orphans.
      const bool certain = is_alone && was_alone;
      if (young && (certain || std::any_of(line.begin(), line.end(), sign))) {
        answer = Answer::yes;
      } else if (young && is_alone) {
        answer = Answer::perhaps;
      } else {
        return Answer::no;  // not noted: another descendant of the same orphan may bear a sign
      }
    }
    for (const Process* passed : line) answers.emplace(passed->pid, answer);
    return answer;
  };

  for (Process& process : table) place_of(process);  // signs found late count for those looked at early
  std::vector<Member> found;
  for (Process& process : table) {
    const Answer answer = place_of(process);
    if (answer != Answer::no) found.push_back({process, answer == Answer::yes});
  }
  for (const Member& member : found) {
    if (member.certain) run.seen.emplace(member.process.pid, member.process.start);
  }
  return found;
}

bool LiveRuns::kill_adopted(LiveRun& run) {
  reap_orphans(run);  // there may be thousands that have ended
  const std::lock_guard lock(mutex_);
  if (runs_.size() != 1 || starting_ > 0) return false;
  bool found = false;
  // A child keeps its number until it is reaped, and that happens under this lock only.
  for (const pid_t pid : own_children().value_or(std::vector<pid_t>{})) {
    const auto process = is_known_child(pid) ? std::nullopt : read_process(pid);
    if (!process || !process->alive() || process->start < busy_since_ || process->parent != getpid())
      continue;
    found = kill(pid, SIGKILL) == 0 || found;
  }
  return found;
}

bool LiveRuns::all_children_are_known() const {
  const auto children = own_children();
  if (!children) return false;
  const std::lock_guard lock(mutex_);
  return std::all_of(children->begin(), children->end(), [this](pid_t pid) { return is_known_child(pid); });
}

bool LiveRuns::anyone_left(LiveRun& run) {
  if (!reap_orphans(run)) return false;
  if (run.cgroup != nullptr) {
    if (run.cgroup->populated()) return true;
    if (all_children_are_known()) return false;  // no: somebody got out of the cgroup, or is an older child
  }
  // A process that is started while the table is read may be missing in it, so one look isn't enough. One
  // that has just ended counts as well: it will be reaped at the next look.
  for (int look = 0; look < 2; ++look) {
    if (!members(run).empty()) return true;
  }
  return false;
}

bool LiveRuns::reap_orphans(LiveRun& run, const LookBudget& budget) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t before = run.reaped_orphans;
  const bool children = reap_some_orphans(run, budget);
  run.most_waiting = std::max(run.most_waiting, run.reaped_orphans - before);
  return children;
}

bool LiveRuns::reap_some_orphans(LiveRun& run, const LookBudget& budget) {
  while (!budget.spent()) {
    siginfo_t info{};
    // WNOWAIT: first a look at who it is. Not __WALL: whoever is adopted ends with SIGCHLD, the kernel sees
    // to that, so that only the guardian is passed over.
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return errno != ECHILD;
    }
    if (info.si_pid == 0) return true;
    if (reap_orphan(run, info.si_pid)) continue;
    // Not one of ours, but it stands before those that are.
    for (const pid_t pid : own_children().value_or(std::vector<pid_t>{})) reap_orphan(run, pid);
    break;
  }
  return true;
}

bool LiveRuns::reap_orphan(LiveRun& run, pid_t pid) {
  if (is_known_child(pid)) return false;
  const auto process = read_process(pid);
  if (!process || process->alive() || process->start < busy_since_) return false;
  const bool known = run.seen.contains({pid, process->start});
  if (starting_ > 0 && !known) return false;  // it may be a root that isn't entered yet
  siginfo_t info{};
  rusage usage{};
  if (syscall(SYS_waitid, P_PID, pid, &info, WEXITED | WNOHANG | __WALL, &usage) != 0 || info.si_pid != pid) {
    return false;
  }
  ++run.reaped_orphans;
  if (run.shared && !run.seen.contains({pid, process->start}))
    return true;  // whose it was isn't known any more
  const ReapedUsage one = usage_of(usage);
  run.reaped.user_us += one.user_us;
  run.reaped.system_us += one.system_us;
  run.reaped.written_bytes += one.written_bytes;
  run.reaped.peak_bytes = std::max(run.reaped.peak_bytes, one.peak_bytes);
  return true;
}

}  // namespace proctor::supervise
