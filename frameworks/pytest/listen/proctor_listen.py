"""Tells `proctor run` of the tests of a pytest that somebody else started, and changes nothing of what it does.

Python finds this directory by PYTHONPATH, and pytest finds the plugin by the entry point beside it. Where either is
switched off there is no report, and nothing else happens.
"""
import json
import os
import sys

import pytest
from proctor_client import Client

HERE = os.path.dirname(os.path.abspath(__file__))


def leave_environment():
    """What was added to the environment goes, so that nothing that the tests start has it; returns what was asked."""
    asked = json.loads(os.environ.pop("PROCTOR_LISTEN", "null"))
    for name, added in (asked or {}).get("added", {}).items():
        left = os.environ.get(name, "").replace(added, "").replace(added[1:], "")
        if left:
            os.environ[name] = left
        else:
            os.environ.pop(name, None)
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
    return asked


ASKED = leave_environment()


class Listener:
    """Tells of each test when it begins and when it has its result. The workers of xdist report to the one process."""

    def __init__(self, client, prefix):
        self.client = client
        self.prefix = prefix
        self.open = {}

    def _name(self, nodeid):
        return os.path.normpath(os.path.join(self.prefix, nodeid)) if self.prefix else nodeid

    def _begin(self, nodeid, **fields):
        if nodeid not in self.open:
            file = self._name(nodeid.split("::")[0])
            self.client.ask(self._name(nodeid), file=file, **fields)
            self.open[nodeid] = {"status": "pass", "messages": [], "seconds": 0}
        return self.open[nodeid]

    def _finish(self, nodeid):
        test = self.open.pop(nodeid)
        self.client.tell("finish", id=self._name(nodeid), status=test["status"], duration_ms=1000 * test["seconds"],
                         message="\n\n".join(test["messages"]) or None)

    def pytest_runtest_logstart(self, nodeid, location):
        self._begin(nodeid, line=location[1] + 1 if location[1] is not None else None)

    def pytest_runtest_logreport(self, report):
        test = self._begin(report.nodeid)
        test["seconds"] += report.duration
        if report.failed:
            test["status"] = "fail" if report.when == "call" and test["status"] != "error" else "error"
            test["messages"].append(report.longreprtext)
        elif report.skipped and test["status"] == "pass":
            test["status"] = "skip"

    def pytest_runtest_logfinish(self, nodeid):
        if nodeid in self.open:
            self._finish(nodeid)

    def pytest_collectreport(self, report):
        if report.failed:
            self._begin(report.nodeid).update(status="error", messages=[report.longreprtext])
            self._finish(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self):
        self.client.tell("end")


def pytest_addoption(parser, pluginmanager):
    """This plugin isn't one of the project's: it doesn't stand among those that pytest prints."""
    known = pluginmanager.list_plugin_distinfo
    pluginmanager.list_plugin_distinfo = lambda: [pair for pair in known() if getattr(pair[0], "__file__", "") != __file__]


def pytest_configure(config):
    if ASKED is None:
        return
    try:
        client = Client(ASKED["channel"], [], version=f"pytest {pytest.__version__}")
    except OSError:  # nobody listens
        return
    prefix = os.path.relpath(str(getattr(config, "rootpath", None) or config.rootdir), ASKED["root"])
    config.pluginmanager.register(Listener(client, "" if prefix == "." else prefix))
