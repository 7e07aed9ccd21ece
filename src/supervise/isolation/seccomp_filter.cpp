#include "supervise/isolation/seccomp_filter.hpp"

#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "supervise/isolation/memory_file.hpp"
#include "supervise/isolation/refused_calls.hpp"

namespace proctor::supervise {
namespace {

using Context = std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>,
                                decltype([](void* context) { seccomp_release(context); })>;

scmp_arg_cmp comparison(const ArgumentTest& test) {
  if (test.outside) return {test.index, SCMP_CMP_NE, test.value, 0};
  return {test.index, SCMP_CMP_MASKED_EQ, test.mask, test.value};
}

// 0, or a negative errno value as libseccomp answers.
int refuse(scmp_filter_ctx context, std::string_view name, int error, std::vector<scmp_arg_cmp> tests) {
  const int number = seccomp_syscall_resolve_name(std::string(name).c_str());
  if (number < 0) return 0;  // not on this architecture
  return seccomp_rule_add_array(context, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number,
                                static_cast<unsigned>(tests.size()), tests.data());
}

int add_rules(scmp_filter_ctx context) {
  for (const RefusedCall& call : refused_calls()) {
    std::vector<scmp_arg_cmp> tests;
    if (call.test) tests.push_back(comparison(*call.test));
    if (call.and_test) tests.push_back(comparison(*call.and_test));
    if (const int error = refuse(context, call.name, call.error, std::move(tests)); error != 0) return error;
  }
  // An allow-list of families is a rule for each of the others, as several comparisons of one argument can't
  // be combined.
  for (unsigned family = 0; family < kAddressFamilies; ++family) {
    if (family_is_allowed(family)) continue;
    const int error = family == AF_PACKET || family == AF_VSOCK ? EPERM : EAFNOSUPPORT;
    if (const int failed = refuse(context, "socket", error, {{0, SCMP_CMP_MASKED_EQ, 0xffffffff, family}});
        failed != 0)
      return failed;
  }
  return refuse(context, "socket", EAFNOSUPPORT, {{0, SCMP_CMP_GE, kAddressFamilies, 0}});
}

// libseccomp knows single calls only; this goes before its program: everything newer is refused, calls of x32
// included, whose numbers have a high bit.
std::string refuse_newer_calls() {
  const std::array<sock_filter, 3> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, kNewestKnownCall, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (ENOSYS & SECCOMP_RET_DATA)),
  }};
  return {reinterpret_cast<const char*>(program.data()), sizeof program};
}

}  // namespace

tl::expected<std::string, SandboxObstacle> seccomp_filter() {
  const auto failed = [](const char* what, int error) {
    const std::string said = system_message(fmt::format("the system call filter can't be {}", what), -error);
    return tl::unexpected(obstacle_of(said, -error));
  };
  const Context context(seccomp_init(SCMP_ACT_ALLOW));
  if (!context) return failed("made", -ENOMEM);
  // Another architecture's calls (int 0x80) have other numbers, of which the list says nothing.
  int error = seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
  // A tree in place of a list: the kernel runs the filter for each call once when it is loaded.
  if (error == 0) error = seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (error == 0) error = add_rules(context.get());
  if (error != 0) return failed("made", error);

  constexpr std::size_t kLongest = BPF_MAXINSNS * sizeof(sock_filter);
  const UniqueFd file = open_memory_file("filter");
  if (!file) return failed("stored", -errno);
  error = seccomp_export_bpf(context.get(), file.get());
  if (error != 0) return failed("exported", error);
  std::string program = refuse_newer_calls() + first_bytes(file, kLongest);
  if (program.size() > kLongest) return failed("used, it is too long", -E2BIG);
  return program;
}

}  // namespace proctor::supervise
