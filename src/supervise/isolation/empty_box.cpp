#include "supervise/isolation/empty_box.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "supervise/isolation/bubblewrap.hpp"
#include "supervise/isolation/init_image.hpp"
#include "supervise/isolation/memory_file.hpp"
#include "supervise/isolation/seccomp_filter.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {
namespace {

static_assert(INIT_CHANNEL_FD == kChannelFd);

constexpr int kDescriptors = INIT_IMAGE_FD + 1 - INIT_STATUS_FD;

// The child's own 0, 1 and 2 are put in place before its others.
bool above_standard(UniqueFd& file) {
  if (file && file.get() <= STDERR_FILENO) file.reset(fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return static_cast<bool>(file);
}

UniqueFd system_view(const BoxParts& parts, const Sandbox& sandbox) {
  ViewSteps steps;
  parts.system.add_to(steps, sandbox);
  const InitView head{steps.count()};
  return memory_file("view", std::string(reinterpret_cast<const char*>(&head), sizeof head) + steps.text());
}

}  // namespace

tl::expected<std::unique_ptr<BoxParts>, std::string> BoxParts::make() {
  if (access("/proc/self/fd", X_OK) != 0) return tl::unexpected(std::string("/proc isn't mounted"));
  auto bubblewrap = find_bubblewrap();
  if (!bubblewrap) return tl::unexpected(bubblewrap.error());
  auto parts = std::make_unique<BoxParts>();
  parts->bubblewrap = std::move(*bubblewrap);
  parts->init = memory_file("init", init_image());
  parts->mounts = std::make_unique<MachineMounts>();
  if (!parts->init) return tl::unexpected(system_message("a memory file can't be made", errno));
  return parts;
}

tl::expected<int, std::string> BoxParts::filter() {
  std::call_once(filter_once_, [this] {
    auto filter = seccomp_filter();
    if (!filter) {
      filter_problem_ = std::move(filter.error());
      return;
    }
    filter_ = memory_file("seccomp", *filter);
    if (!filter_) filter_problem_ = system_message("a memory file can't be made", errno);
  });
  if (!filter_) return tl::unexpected(filter_problem_);
  return filter_.get();
}

tl::expected<EmptyBox, int> EmptyBox::prepare(const BoxParts& parts, const Sandbox& sandbox,
                                              const std::vector<std::string>& tops, const std::string& mark) {
  EmptyBox box;
  std::array<int, 2> status{};
  if (pipe2(status.data(), O_CLOEXEC | O_NONBLOCK) != 0) return tl::unexpected(errno);
  box.status_.reset(status[0]);
  UniqueFd status_end(status[1]);
  std::array<int, 2> order{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, order.data()) != 0) return tl::unexpected(errno);
  box.order_.reset(order[0]);
  UniqueFd order_end(order[1]);
  box.words_ = open_memory_file("words");
  if (!box.words_) return tl::unexpected(errno);

  box.descriptors_.resize(kDescriptors);
  const auto at = [&box](int number) -> UniqueFd& {
    return box.descriptors_.at(static_cast<std::size_t>(number - INIT_STATUS_FD));
  };
  at(INIT_STATUS_FD) = std::move(status_end);
  at(INIT_ORDER_FD) = std::move(order_end);
  at(INIT_VIEW_FD) = system_view(parts, sandbox);
  at(INIT_IMAGE_FD) = reopen(parts.init);
  for (UniqueFd& file : box.descriptors_) {
    if (!above_standard(file)) return tl::unexpected(errno);
    box.numbers_.push_back(file.get());
  }

  box.argv_text_ = {parts.bubblewrap,
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
    box.argv_text_.insert(box.argv_text_.end(), words);
  };
  if (sandbox.host_network) add({"--share-net"});
  // For the first process, which gives them up (init.c).
  for (const char* right : {"CAP_SYS_ADMIN", "CAP_SYS_RESOURCE", "CAP_SETPCAP"}) add({"--cap-add", right});
  if (tops.empty()) {
    add({"--dev-bind", "/", INIT_MACHINE});
  } else {
    add({"--tmpfs", INIT_MACHINE});
    for (const std::string& top : tops) add({"--dev-bind", top, INIT_MACHINE + top});
  }
  // Nobody may read it, so the kernel lets nobody look into it from its first instruction on.
  add({"--perms", "0111", "--file", std::to_string(INIT_IMAGE_FD), INIT_PATH, "--", INIT_PATH});
  // The command's own environment would reach into bubblewrap, which is outside (LD_PRELOAD).
  box.mark_ = mark;
  return box;
}

void EmptyBox::fill(SpawnRequest& request) {
  argv_.clear();
  for (std::string& word : argv_text_) argv_.push_back(word.data());
  argv_.push_back(nullptr);
  environment_ = {mark_.data(), nullptr};
  request.program = argv_.front();
  request.argv = argv_.data();
  request.environment = environment_.data();
  request.workdir = "/";
  // The command gets a session of its own from the first process. One more for bubblewrap would cost: where
  // the scheduler shares time out by sessions, each new one has to wait for its turn.
  request.new_session = false;
  request.out = words_.get();
  request.err = words_.get();
  request.more = numbers_.data();
  request.more_count = numbers_.size();
}

void EmptyBox::close_child_ends() {
  descriptors_.clear();
  numbers_.clear();
}

bool EmptyBox::stands_within(std::chrono::milliseconds time) {
  pollfd news{status_.get(), POLLIN, 0};
  int count = 0;
  do {
    count = poll(&news, 1, static_cast<int>(time.count()));
  } while (count < 0 && errno == EINTR);
  InitRecord record{};
  return count > 0 && read(status_.get(), &record, sizeof record) == static_cast<ssize_t>(sizeof record) &&
         record.event == INIT_WAITING;
}

int EmptyBox::give(const Gifts& gifts) {
  std::array<int, INIT_MOST_GIFTS> files{};
  files[INIT_GIFT_ORDER] = gifts.order;
  files[INIT_GIFT_FILTER] = gifts.filter;
  files[INIT_GIFT_OUTPUT] = gifts.out;
  files[INIT_GIFT_ERROR] = gifts.err;
  files[INIT_GIFT_CHANNEL] = gifts.channel;
  const std::size_t bytes = sizeof(int) * (files.size() - (gifts.channel < 0 ? 1 : 0));
  char byte = 0;
  iovec piece{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof files)> control{};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(bytes);
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(bytes);
  std::memcpy(CMSG_DATA(head), files.data(), bytes);
  ssize_t sent = 0;
  do {
    sent = sendmsg(order_.get(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  // What has ended before that is seen from its end, and says why itself.
  const int error = sent == 1 || errno == EPIPE || errno == ECONNRESET ? 0 : errno;
  order_.reset();
  return error;
}

}  // namespace proctor::supervise
