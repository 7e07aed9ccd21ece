// A sandbox before there is a command for it: bubblewrap, and in it the first process (init.c), which waits
// for its order. Nothing in it depends on the command, so that it can be made ahead of time.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/isolation/init_protocol.h"
#include "supervise/isolation/machine_mounts.hpp"
#include "supervise/isolation/system_view.hpp"
#include "supervise/spawn.hpp"

namespace proctor::supervise {

/// What is the same for all sandboxes of a process; made when the first one is asked for.
class BoxParts {
 public:
  std::string bubblewrap;  ///< its path
  SystemView system{};
  std::unique_ptr<MachineMounts> mounts{};
  UniqueFd init{};

  /// The error is a sentence for a person.
  static tl::expected<std::unique_ptr<BoxParts>, std::string> make();

  /// A memory file: the system call filter. To make it takes longer than all else here, and a sandbox that is
  /// being made doesn't need it yet. The error is a sentence for a person.
  tl::expected<int, std::string> filter();

 private:
  std::once_flag filter_once_{};
  UniqueFd filter_{};
  std::string filter_problem_{};
};

struct Sandbox;

class EmptyBox {
 public:
  /// What the command is handed. The channel may be missing (-1).
  struct Gifts {
    int order = -1;   ///< a memory file: InitOrder, then its strings
    int filter = -1;  ///< BoxParts::filter()
    int out = -1;
    int err = -1;
    int channel = -1;
  };

  /// `tops`: directories of the machine that are brought along; empty: all of it, which has to be possible
  /// (MachineMounts). `mark` stands in bubblewrap's environment. The error is an errno value.
  static tl::expected<EmptyBox, int> prepare(const BoxParts& parts, const Sandbox& sandbox,
                                             const std::vector<std::string>& tops, const std::string& mark);

  /// The program, its arguments and descriptors, but for standard input. Valid as long as the box stays where
  /// it is.
  void fill(SpawnRequest& request);
  /// After the spawn: closes what only the child needs.
  void close_child_ends();

  /// Hands it its command, whether it waits for that already or is still being made. 0, or an errno value.
  int give(const Gifts& gifts);
  /// There is none: it ends. So it does when it's destroyed before it has got one.
  void give_nothing() { order_.reset(); }

  /// Whether it stands, and tells so in this time. Before it has got its command.
  bool stands_within(std::chrono::milliseconds time);

  /// What the first process tells: InitRecord after InitRecord. It doesn't block.
  UniqueFd& status() { return status_; }
  /// What bubblewrap said.
  const UniqueFd& words() const { return words_; }

 private:
  EmptyBox() = default;

  UniqueFd status_{};
  UniqueFd words_{};
  UniqueFd order_{};
  std::vector<UniqueFd> descriptors_{};  // the child's, from number 3
  std::vector<int> numbers_{};           // the same, as spawn() wants them
  std::vector<std::string> argv_text_{};
  std::vector<char*> argv_{};
  std::string mark_{};
  std::vector<char*> environment_{};
};

}  // namespace proctor::supervise
