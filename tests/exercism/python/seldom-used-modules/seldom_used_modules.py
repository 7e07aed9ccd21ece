import importlib.metadata
import ipaddress
import os
import subprocess
import sys
import urllib.parse
import uuid


def is_address(text):
    return isinstance(ipaddress.ip_address(text), ipaddress.IPv4Address)


def host(url):
    return urllib.parse.urlsplit(url).hostname


def name_of(text):
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, text))


def has_package(name):
    try:
        return bool(importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return False


def settings_of_memory():
    told = subprocess.run([sys.executable, "-c", "import os; print(*os.environ)"], capture_output=True, text=True)
    return [name for name in (*os.environ, *told.stdout.split()) if "MALLOC" in name or "TUNABLES" in name]
