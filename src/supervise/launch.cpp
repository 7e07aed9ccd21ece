#include "supervise/launch.hpp"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/resource.h>

#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "supervise/limit_watch.hpp"

namespace proctor::supervise {

std::string new_mark(const std::string& outer, const std::string& wanted) {
  if (!wanted.empty()) return outer.empty() ? wanted : outer + '.' + wanted;
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) < 0) bytes.fill(0x55);  // as good as impossible
  std::string mark = outer;
  if (!mark.empty()) mark += '.';
  for (const unsigned char byte : bytes) fmt::format_to(std::back_inserter(mark), "{:02x}", byte);
  return mark;
}

tl::expected<Launched, SpawnFailure> launch(Common& common, LiveRun& live, const RunCgroups& cgroups,
                                            SpawnRequest& request) {
  const std::vector<int> tasks = cgroups.tasks();
  request.in = common.null.get();
  request.cgroup = cgroups.unified ? cgroups.unified.fd() : -1;
  request.tasks = tasks.data();
  request.task_count = tasks.size();
  common.live.begin_start();
  auto spawned = spawn(request);
  common.live.end_start(live, spawned ? spawned->pid : 0);
  if (!spawned) return tl::unexpected(spawned.error());
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return Launched{std::move(*spawned), usage_of(own).peak_bytes};
}

tl::expected<std::unique_ptr<StartedBox>, SpawnFailure> StartedBox::start(
    Common& common, LiveRun& live, const Limits& limits, const Sandbox& sandbox,
    const std::vector<std::string>& tops) {
  auto started = std::make_unique<StartedBox>(common.guardian);
  auto box = EmptyBox::prepare(*common.box_parts, sandbox, tops, "PROCTOR_RUN=" + live.mark);
  if (!box) return tl::unexpected(SpawnFailure{SpawnFailure::Step::descriptors, box.error()});
  started->box.emplace(std::move(*box));
  make_cgroups(started->cgroups, common.cgroups, IsolationLevel::sandbox, limits);
  SpawnRequest request;
  started->box->fill(request);
  auto launched = launch(common, live, started->cgroups, request);
  started->box->close_child_ends();
  if (!launched) return tl::unexpected(launched.error());
  started->launched = std::move(*launched);
  // No command is in it before it gets its order, and bubblewrap ends with this process: so it needn't wait
  // for the guardian, which is copied from this process when the first run comes.
  started->guarded.enter({.mark = live.mark, .cgroups = started->cgroups.paths()});
  return started;
}

}  // namespace proctor::supervise
