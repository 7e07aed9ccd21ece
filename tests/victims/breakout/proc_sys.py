"""Changes settings of the kernel. What could be opened for writing isn't written to."""
import os

import probe

probe.arguments(0)
for name in ("kernel/core_pattern", "kernel/hostname", "kernel/domainname", "kernel/modprobe", "kernel/hotplug",
             "kernel/sysrq", "kernel/panic", "kernel/randomize_va_space", "kernel/yama/ptrace_scope",
             "kernel/unprivileged_bpf_disabled",
             "kernel/keys/maxkeys", "kernel/threads-max", "kernel/core_uses_pid", "kernel/cap_last_cap",
             "user/max_user_namespaces", "vm/drop_caches", "vm/overcommit_memory", "vm/panic_on_oom", "fs/file-max",
             "fs/suid_dumpable", "fs/protected_symlinks", "fs/binfmt_misc/register",
             "net/ipv4/ip_forward", "net/core/somaxconn", "net/ipv4/ip_unprivileged_port_start"):
    path = f"/proc/sys/{name}"
    if name.startswith("net/") and os.path.exists(path):
        continue  # those that are there are of a network of its own
    probe.open_for(path, path, os.O_WRONLY)
# These belong to namespaces, the own ones here: written to, so that the test sees whether they are the host's.
for name, value in (("kernel/pid_max", "4000"), ("kernel/ns_last_pid", "3000"), ("kernel/shmmax", "8192"),
                    ("kernel/msgmax", "4096"), ("fs/mqueue/queues_max", "3")):
    try:
        with open(f"/proc/sys/{name}", "w") as file:
            file.write(value)
        print("written, in a namespace of its own:", name)
    except OSError as error:
        probe.refused(name, error.errno)
for path in ("/proc/sysrq-trigger", "/proc/kcore", "/proc/kmsg", "/proc/kpagecount", "/proc/mtrr", "/proc/bus/pci/00/00.0",
             "/proc/acpi/wakeup", "/proc/timer_list", "/proc/irq/0/smp_affinity", "/proc/irq/default_smp_affinity",
             "/proc/scsi/scsi", "/proc/dynamic_debug/control", "/proc/latency_stats"):
    probe.open_for(f"write {path}", path, os.O_RDWR)
probe.open_for("read /proc/kcore", "/proc/kcore", os.O_RDONLY)
for path in ("/sys/kernel/uevent_helper", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/power/state",
             "/sys/kernel/debug", "/sys/kernel/tracing/trace", "/sys/kernel/security", "/sys/firmware/efi/efivars",
             "/sys/fs/bpf", "/sys/kernel/profiling", "/sys/module/kernel/parameters/panic"):
    directory = os.path.isdir(path)
    probe.must_fail(f"write below {path}", os.open, path + ("/new" if directory else ""),
                    os.O_WRONLY | (os.O_CREAT if directory else 0))
probe.finish()
