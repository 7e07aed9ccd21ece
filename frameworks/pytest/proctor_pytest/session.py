"""One run of pytest from its arguments to its exit code."""
import os
import pathlib
import re
import sys

import pytest

from . import skips, streams, subtests
from .plugin import Plugin


def run(channel, arguments):
    """Runs the tests below arguments[0] and returns the process's exit code."""
    greeting = channel.greeting
    root = pathlib.Path(os.path.realpath(arguments[0]))
    paths = [each.removeprefix("--path=") for each in arguments[1:] if each.startswith("--path=")]
    files = [str(root / each) for each in arguments[1:] if not each.startswith("--path=")]
    plugin = Plugin(channel, root, files, *paths)
    fault = _fault_of(plugin, greeting, files)
    if fault:
        channel.event("error", settings=not greeting.exercise, message=fault)
        channel.event("end")
        return 4
    subtests.install(lambda: plugin.running)
    streams.prepare()
    sys.path.insert(0, str(root))
    options = ["-s", "--continue-on-collection-errors", "--no-header"]
    options += _of_exercise(root) if greeting.exercise else _of_project()
    if greeting.fail_fast:
        options.append("--maxfail=1")
    try:
        code = int(pytest.main([*options, *files], plugins=[plugin]))
    except Exception as error:
        if plugin.running is not None:
            raise
        plugin.tell_last(error)
        code = 1
    return plugin.end(code)


def _fault_of(plugin, greeting, files):
    """Why nothing can be run, or None."""
    try:
        plugin.filter = re.compile(greeting.filter) if greeting.filter else None
    except re.error as failure:
        return f"The filter {greeting.filter!r} is no regular expression: {failure}"
    if not greeting.exercise:
        return None
    missing = [f"There is no test file {file}." for file in files if not os.path.exists(file)]
    return "\n".join(missing) if files else "No test file was named."


def _of_exercise(root):
    """A submission is run as the site means it, whatever is installed or comes with it."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    skips.switch_off()
    streams.flush_when_stopped()
    return ["-c", os.devnull, f"--rootdir={root}", "--noconftest", "--tb=native", "-p", "no:cacheprovider"]


def _of_project():
    """A project's own settings hold; only what it would write goes elsewhere."""
    private = os.environ.get("PROCTOR_PRIVATE")
    return ["-o", f"cache_dir={private}/pytest_cache", f"--basetemp={private}/tmp"] if private else []
