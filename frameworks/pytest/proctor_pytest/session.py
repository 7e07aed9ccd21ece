"""One run of pytest from its arguments to its exit code."""
import functools
import gc
import importlib.util
import io
import os
import pathlib
import re
import signal
import sys

import pytest
from _pytest.assertion import rewrite
from _pytest.config import ConftestImportFailure, UsageError, _prepareconfig
from _pytest.terminal import TerminalReporter

from . import asserts
from . import channel as channels
from . import skips, subtests, words
from .guard import Guard
from .plugin import Plugin
from .private import sealed

# Plugins that a submission has no use for. They cost time, or write into the project.
UNUSED = ("cacheprovider", "stepwise", "pastebin", "nose", "junitxml", "doctest", "setuponly", "setupplan",
          "legacypath", "freeze_support")


class Silent(TerminalReporter):
    """pytest and its plugins count on a terminal reporter; what it would say, proctor says."""


for hook in [name for name in dir(TerminalReporter) if name.startswith("pytest_")]:
    setattr(Silent, hook, None)


def run(channel, arguments):
    """Runs the tests below arguments[0] and returns the process's exit code."""
    greeting = channel.greeting
    root = pathlib.Path(os.path.realpath(arguments[0] if arguments else "."))
    pattern = None
    files = []
    for argument in arguments[1:]:
        if argument.startswith("--path="):
            pattern = argument.removeprefix("--path=")
        else:
            files.append(str(root / argument))

    plugin = Plugin(channel, root, files, pattern)
    subtests.install(lambda: plugin.running)
    if greeting.filter:
        try:
            plugin.filter = re.compile(greeting.filter)
        except re.error as failure:
            channel.event("error", settings=True, message=f"The filter {greeting.filter!r} is no regular expression: {failure}")
            channel.event("end")
            return 4
    if greeting.exercise:
        missing = [file for file in files if not os.path.exists(file)]
        if missing or not files:
            channel.event("error", message="".join(f"There is no test file {file}.\n" for file in missing).rstrip()
                          or "No test file was named.")
            channel.event("end")
            return 4
        skips.switch_off()
        _set_guard(plugin, Guard(channel, root, files))
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            # What was printed before a crash isn't lost; and half a character is printed as pytest's capture would let it.
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    if greeting.exercise:
        _print_all_when_stopped()
    sys.path.insert(0, str(root))

    options = _of_exercise(root) if greeting.exercise else _of_project()
    if greeting.fail_fast:
        options.append("--maxfail=1")
    _hide()
    code = _run_pytest(plugin, [*options, *files])
    return _end(plugin, code)


def _set_guard(plugin, guard):
    """In a function that is left before a solution is loaded, which may look into the frames around it; and as functions
    that don't show what they belong to."""
    for name in ("before_test", "before_loading", "before_file", "after_loading", "after_test", "around_call",
                 "ended_well", "failure_caught", "may_skip", "may_expect_failure"):
        setattr(plugin, name, sealed(getattr(guard, name)))
    plugin.authors = [*plugin.files, *guard.helpers.sources]
    plugin.after_all = lambda code: _leave(plugin, code)
    for judge in (Plugin, plugin, type(plugin.channel), plugin.channel):
        guard.watch(judge)
    _tell_of_compiled(sealed(guard.compiled), asserts.watch(guard.comparing))


def _print_all_when_stopped():
    """A test that takes too long is stopped by SIGTERM first: then what it printed without the end of a line isn't lost."""
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    own, process, flush = os.getpid(), os.getpid, io.TextIOWrapper.flush
    by_default, end = functools.partial(signal.signal, signal.SIGTERM, signal.SIG_DFL), os.kill

    def stopped(number, _):
        if process() == own:
            for stream in streams:
                try:
                    flush(stream)
                except (OSError, RuntimeError, ValueError):  # closed, or it's being written to
                    pass
        by_default()
        end(process(), number)

    signal.signal(signal.SIGTERM, sealed(stopped))


def _end(plugin, code):
    """Says that all is done, and returns the exit code that agrees with it."""
    if plugin.complete:
        plugin.channel.mark(0)
        plugin.channel.event("end")
    channels.flush()
    return 1 if code == 0 and plugin.failed else code  # of sub-tests pytest itself knows nothing


def _leave(plugin, code, exit=os._exit):
    """Ends the run of a submission at once: what it left behind (threads, exit handlers, a deleted directory) can't
    hold it up or spoil it, and taking the interpreter down in order only costs time."""
    exit(_end(plugin, code))


def _run_pytest(plugin, arguments):
    """pytest.main, but with its usage errors as events."""
    channel = plugin.channel
    try:
        config = _prepareconfig(arguments, [plugin, _Terminal()])
        try:
            return int(config.hook.pytest_cmdline_main(config=config))
        finally:
            config._ensure_unconfigure()
    except ConftestImportFailure as failure:
        error = failure.__cause__ or failure.excinfo[1]
        channel.event("error", message=words.of_unloadable(error, str(failure.path), str(plugin.root)))
    except UsageError as failure:
        # As the program that it stands for it names this one; what is wrong stands behind that.
        text = re.sub(r"\Ausage: .*\n.*?: error: ", "", "\n".join(map(str, failure.args)))
        channel.event("error", settings=not channel.greeting.exercise, message=text)
    except Exception as failure:
        if plugin.is_cut_short():
            # What pytest takes down after it has stopped belongs to no test.
            excinfo = pytest.ExceptionInfo.from_exc_info((type(failure), failure, failure.__traceback__))
            channel.event("error", behind=True, message="\n".join(
                [f"What failed when the run was stopped at its first failure:\n{words.of_exception(excinfo)}",
                 *words.way_to(excinfo, str(plugin.root), "")]))
            plugin.complete = True
            return 1
        if not plugin.errors:  # else it is a consequence of the error that was told
            raise
    plugin.complete = True
    return 4


class _Terminal:
    """Puts the silent terminal reporter in the place of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        plain = config.pluginmanager.get_plugin("terminalreporter")
        if plain is not None:
            config.pluginmanager.unregister(plain)
        config.pluginmanager.register(Silent(config, open(os.devnull, "w")), "terminalreporter")


def _of_exercise(root):
    """A submission is run as the site means it: what it says itself about how it is tested doesn't count."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in ("PYTHONMALLOC", "GLIBC_TUNABLES"):  # they were meant for this process alone (framework.toml)
        os.environ.pop(name, None)
    rewrite._read_pyc = lambda *_, **__: None  # what is compiled already may be a test of the submission's making
    options = ["-s", "-c", os.devnull, f"--rootdir={root}", "--noconftest", "--tb=no"]
    for name in UNUSED:
        options += ["-p", f"no:{name}"]
    return options


def _tell_of_compiled(compiled, filled):
    plain = rewrite._rewrite_test

    def rewrite_test(file, config):
        stat, code = plain(file, config)
        code = filled(code)
        compiled(str(file), code)
        return stat, code
    rewrite._rewrite_test = rewrite_test


def _of_project():
    """A project's own settings hold; only what it would write goes elsewhere."""
    options = ["-s", "--continue-on-collection-errors"]
    private = os.environ.get("PROCTOR_PRIVATE")
    if private:
        options += ["-o", f"cache_dir={private}/pytest_cache", f"--basetemp={private}/tmp"]
    if importlib.util.find_spec("xdist"):
        options.append("-n0")  # its workers would be processes that can't reach the channel
    return options


def _hide():
    """What was loaded so far isn't found by name, nor among the objects that gc lists."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "proctor_pytest"]:
        del sys.modules[name]
    main = sys.modules["__main__"]
    for name in ("main", "find_pytest", "load_pytest"):
        vars(main).pop(name, None)
    gc.freeze()
    gc.unfreeze = lambda: None
    gc.enable()
