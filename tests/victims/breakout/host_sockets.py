"""Talks to services of the host and to the world. Arguments: a TCP port, a UDP port and an abstract name on which
somebody outside listens and would answer."""
import os
import socket

import probe

tcp, udp, abstract = probe.arguments(3)


def connect(family, kind, address):
    with socket.socket(family, kind) as own:
        own.settimeout(1.5)
        own.connect(address)
        if kind == socket.SOCK_DGRAM and family != socket.AF_UNIX:
            own.send(b"REACHED\n")
            own.recv(64)  # sending alone proves nothing


def resolve(name):
    socket.getaddrinfo(name, 80)


for address in ("127.0.0.1", "127.0.0.2", "0.0.0.0", "localhost"):
    probe.must_fail(f"TCP {address}", connect, socket.AF_INET, socket.SOCK_STREAM, (address, int(tcp)))
    probe.must_fail(f"UDP {address}", connect, socket.AF_INET, socket.SOCK_DGRAM, (address, int(udp)))
for address in ("::1", "::ffff:127.0.0.1", "fe80::1%1"):
    probe.must_fail(f"TCP {address}", connect, socket.AF_INET6, socket.SOCK_STREAM, (address, int(tcp)))
for address in ("1.1.1.1", "192.0.2.1", "10.0.0.1", "169.254.169.254", "224.0.0.1", "255.255.255.255"):
    probe.must_fail(f"TCP {address}", connect, socket.AF_INET, socket.SOCK_STREAM, (address, 80))
    probe.must_fail(f"DNS at {address}", connect, socket.AF_INET, socket.SOCK_DGRAM, (address, 53))
probe.must_fail("TCP 2606:4700:4700::1111", connect, socket.AF_INET6, socket.SOCK_STREAM, ("2606:4700:4700::1111", 80))
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
    probe.must_fail(f"abstract socket {kind.name}", connect, socket.AF_UNIX, kind, "\0" + abstract)
try:
    resolve("example.com")
    probe.reached("a name was resolved")
except OSError as error:
    probe.refused("DNS", type(error).__name__)
for path in ("/run/dbus/system_bus_socket", "/run/systemd/private", "/run/systemd/journal/socket", "/dev/log",
             "/var/run/docker.sock", "/run/containerd/containerd.sock", "/run/nscd/socket", "/tmp/.X11-unix/X0",
             "/run/user/0/bus", "/run/podman/podman.sock"):
    probe.must_fail(path, connect, socket.AF_UNIX, socket.SOCK_STREAM, path)
interfaces = [name for _, name in socket.if_nameindex()]
if interfaces != ["lo"] and interfaces != []:
    probe.reached(f"interfaces {interfaces}")
probe.finish()
