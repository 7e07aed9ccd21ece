// Kinds of sockets that lead past the network of its own, to the hypervisor, or to seldom used code of the
// kernel.
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "probe.h"

static void family(const char* name, int domain, int type, int protocol) {
  char what[64];
  snprintf(what, sizeof what, "socket %s", name);
  must_have_no_socket(what, socket(domain, type, protocol));
  snprintf(what, sizeof what, "socket %s with garbage above", name);
  must_have_no_socket(what, syscall(SYS_socket, 0x100000000UL | (unsigned)domain, type, protocol));
}

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  family("AF_VSOCK", AF_VSOCK, SOCK_STREAM, 0);
  family("AF_PACKET", AF_PACKET, SOCK_RAW, 0);
  family("AF_PACKET datagram", AF_PACKET, SOCK_DGRAM, 0);
  family("AF_NETLINK generic", AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
  family("AF_NETLINK audit", AF_NETLINK, SOCK_RAW, NETLINK_AUDIT);
  family("AF_NETLINK netfilter", AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER);
  family("AF_NETLINK sock_diag", AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
  family("AF_NETLINK uevent", AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT);
  family("AF_NETLINK xfrm", AF_NETLINK, SOCK_RAW, NETLINK_XFRM);
  family("AF_NETLINK crypto", AF_NETLINK, SOCK_RAW, NETLINK_CRYPTO);
  family("AF_ALG", AF_ALG, SOCK_SEQPACKET, 0);
  family("AF_KEY", AF_KEY, SOCK_RAW, 2);
  family("AF_XDP", AF_XDP, SOCK_RAW, 0);
  family("AF_TIPC", AF_TIPC, SOCK_STREAM, 0);
  family("AF_RDS", AF_RDS, SOCK_SEQPACKET, 0);
  family("AF_CAN", AF_CAN, SOCK_RAW, 1);
  family("AF_BLUETOOTH", AF_BLUETOOTH, SOCK_RAW, 1);
  family("AF_SMC", AF_SMC, SOCK_STREAM, 0);
  family("AF_QIPCRTR", AF_QIPCRTR, SOCK_DGRAM, 0);
  // Raw sockets need a right that nobody has here, whether the filter looks at the type or not.
  must_be_forbidden("raw IPv4", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
  must_be_forbidden("raw IPv6", socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6));
  must_fail("socketpair AF_VSOCK", socketpair(AF_VSOCK, SOCK_STREAM, 0, (int[2]){0, 0}));
  // What tests use.
  if (socket(AF_INET, SOCK_STREAM, 0) < 0 || socket(AF_UNIX, SOCK_STREAM, 0) < 0 ||
      socket(AF_INET6, SOCK_DGRAM, 0) < 0)
    reached("not the sockets that tests need");
  return probe_result();
}
