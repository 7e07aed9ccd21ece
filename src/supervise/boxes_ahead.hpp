// Sandboxes that are made before there is a command for them, so that it needn't wait for them.
//
// Each is for runs of the thread that it was started in: the kernel ends what a thread has started when that
// thread ends.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "supervise/launch.hpp"

namespace proctor::supervise {

/// One of them. It ends with everything in it, unless the run that takes it takes `started` over.
struct BoxAhead {
  BoxAhead(Common& common, const Limits& limits, const Sandbox& sandbox);
  ~BoxAhead();
  BoxAhead(const BoxAhead&) = delete;
  BoxAhead& operator=(const BoxAhead&) = delete;

  Common& common;
  Limits limits;    ///< that its cgroups were made for
  Sandbox sandbox;  ///< that it was made for
  bool stood = false;
  unsigned mounts = 0;  ///< MachineMounts::generation()
  std::thread::id thread = std::this_thread::get_id();
  LiveRun live{};
  std::unique_ptr<StartedBox> started{};
};

class BoxesAhead {
 public:
  explicit BoxesAhead(Common& common) : common_(common) {}

  /// Between these two, which may be nested, this thread may have one. It's ended with the last.
  void begin();
  void end();

  /// Starts one, unless this thread has one or may have none, for a run with such limits of memory, processes
  /// and CPU time and in such a Sandbox but for its `read_only`. Where it can't be had nothing happens: the
  /// run itself will say why.
  void start(const Limits& limits, const Sandbox& sandbox);

  /// Waits until this thread's one can be used. False if there is none, or if it doesn't come to that, and
  /// then it's gone.
  bool stands();

  /// This thread's one. Null, and it's gone, if it doesn't do for this run.
  std::unique_ptr<BoxAhead> take(const Limits& limits, const Setting& setting);

 private:
  bool may_start();
  std::unique_ptr<BoxAhead> take_own();

  Common& common_;
  std::mutex mutex_{};
  std::map<std::thread::id, int> threads_{};  ///< how often they have begun
  std::vector<std::unique_ptr<BoxAhead>> boxes_{};
};

}  // namespace proctor::supervise
