// Loads code into the kernel, replaces it, stops the machine, its quotas and its swap. With arguments that do
// nothing.
#include <sys/io.h>
#include <sys/quota.h>
#include <sys/reboot.h>
#include <sys/swap.h>

#include "probe.h"

int main(int argc, char** argv) {
  only_in_sandbox(argc, argv);
  must_be_forbidden("kexec_load", syscall(SYS_kexec_load, 0UL, 0UL, NULL, 0UL));
  must_be_forbidden("kexec_file_load", syscall(SYS_kexec_file_load, -1, -1, 0UL, NULL, 0UL));
  must_be_forbidden("init_module", syscall(SYS_init_module, "", 0UL, ""));
  must_be_forbidden("finit_module", syscall(SYS_finit_module, -1, "", 0));
  must_be_forbidden("delete_module", syscall(SYS_delete_module, "no such module", O_NONBLOCK));
  must_be_forbidden("reboot (Ctrl-Alt-Del off)",
                    syscall(SYS_reboot, 0xfee1dead, 672274793, RB_DISABLE_CAD, NULL));
  must_be_forbidden("swapon", swapon("no such file", 0));
  must_be_forbidden("swapoff", swapoff("no such file"));
  must_be_forbidden("quotactl", syscall(SYS_quotactl, QCMD(Q_SYNC, USRQUOTA), "/dev/vda", 0, NULL));
  must_be_forbidden("quotactl_fd", syscall(SYS_quotactl_fd, -1, QCMD(Q_SYNC, USRQUOTA), 0, NULL));
  must_be_forbidden("acct", syscall(SYS_acct, "no such file"));
  must_be_forbidden("iopl", iopl(3));
  must_be_forbidden("ioperm", ioperm(0x80, 1, 1));
  must_be_forbidden("vhangup", syscall(SYS_vhangup));
  must_be_forbidden("sethostname", syscall(SYS_sethostname, "owned", 5));
  must_be_forbidden("setdomainname", syscall(SYS_setdomainname, "owned", 5));
  must_be_forbidden("nfsservctl", syscall(SYS_nfsservctl, 0, NULL, NULL));
  must_be_forbidden("uselib", syscall(SYS_uselib, "/bin/sh"));
  return probe_result();
}
