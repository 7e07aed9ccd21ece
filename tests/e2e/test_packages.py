"""The packages: made from the program under test, installed in bare directories, and used there."""
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess

import tempfile
import time
import unittest

import harness
from registry import Registry

ROOT = harness.REPOSITORY
MODULES = ROOT / "node_modules"
NODE22 = str(ROOT / "build/box/bin/node22")
NAMES = dict(re.findall(r"^(\w+)=\"?([^\"\n]*)\"?$", (ROOT / "packaging/names").read_text(), re.M))
NPM = NAMES["npm_name"]
PROJECT = {"package.json": '{"name": "small", "scripts": {"test": "node --test"}}',
           "a.test.js": "const test = require('node:test');\ntest('adds', () => {});\ntest('fails', () => { throw new Error('on purpose'); });\n"}


def make_packages():
    build = pathlib.Path(harness.PROCTOR).parent.parent
    made = subprocess.run([ROOT / "scripts/package.sh", "--build", build], check=True, text=True, stdout=subprocess.PIPE)
    return sorted((pathlib.Path(line) for line in made.stdout.split()), key=lambda file: (
        ["tgz", "deb", "gz"].index(file.name.rsplit(".", 1)[1]), "linux" in file.name))


@functools.cache
def packages():
    """Of npm the main package and the platform's, the one for Debian, and the tar file."""
    return make_packages()


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.main, cls.platform, cls.deb, cls.tar = packages()

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="proctor-packages-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.home = self.top / "home"
        self.home.mkdir()
        self.bare = self.top / "bare"
        self.bare.mkdir()
        (self.bare / "package.json").write_text('{"name": "bare", "version": "1.0.0", "private": true}\n')

    def env(self, address="", **more):
        # npm's own variables of an outer npm would steer this one.
        return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home), "npm_config_registry": address,
                "npm_config_cache": str(self.top / "cache"), "npm_config_fetch_retries": "0", "npm_config_update_notifier": "false", "npm_config_fund": "false",
                "npm_config_audit": "false", "YARN_CACHE_FOLDER": str(self.top / "yarn"), "XDG_DATA_HOME": str(self.top / "data"),
                **more}

    def run_in(self, *words, env, timeout=120, **more):
        return subprocess.run([str(word) for word in words], cwd=self.bare, env=env, timeout=timeout, check=False, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def use(self, proctor, env):
        """The program gives its verdict on a small project."""
        project = self.top / "project"
        project.mkdir(exist_ok=True)
        for name, text in PROJECT.items():
            (project / name).write_text(text)
        run = self.run_in(proctor, "test", project, env=env)
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("on purpose", run.stdout)
        self.assertIn("1 test failed", run.stdout)

    def managers(self):
        """Name, the words that install, and those that start an installed program."""
        npms = {"npm": ["npm"], "npm 9": ["node", MODULES / "npm-9/bin/npm-cli.js"],
                "npm 12": [NODE22, MODULES / "npm-12/bin/npm-cli.js"]}
        for name, npm in npms.items():
            yield name, [*npm, "install"]
        yield "npm --ignore-scripts", ["npm", "install", "--ignore-scripts"]
        yield "pnpm", ["node", MODULES / "pnpm/bin/pnpm.cjs", "add"]
        yield "yarn", ["node", MODULES / "yarn/bin/yarn.js", "add", "--non-interactive", "--no-progress"]

    def test_each_package_manager_installs_it_and_it_runs(self):
        with Registry([self.main, self.platform]) as address:
            for name, words in self.managers():
                with self.subTest(name):
                    shutil.rmtree(self.bare / "node_modules", ignore_errors=True)
                    for lock in ("package-lock.json", "pnpm-lock.yaml", "yarn.lock"):
                        (self.bare / lock).unlink(missing_ok=True)
                    (self.bare / "package.json").write_text('{"name": "bare", "version": "1.0.0", "private": true}\n')
                    installed = self.run_in(*words, NPM, env=self.env(address))
                    self.assertEqual(installed.returncode, 0, installed)
                    run = self.run_in(self.bare / "node_modules/.bin/proctor", "--version", env=self.env())
                    self.assertRegex(run.stdout, r"^proctor \d+\.\d+\.\d+", run)
            self.use(self.bare / "node_modules/.bin/proctor", self.env())

    def test_the_files_themselves_are_installed_as_the_readme_has_it(self):
        installed = self.run_in("npm", "install", "--global", "--prefix", self.top / "prefix", self.main, self.platform,
                                env=self.env("http://127.0.0.1:9"))
        self.assertEqual(installed.returncode, 0, installed)
        run = self.run_in(self.top / "prefix/bin/proctor", "--version", env=self.env())
        self.assertRegex(run.stdout, r"^proctor \d", run)

    def test_npx_starts_the_mcp_server(self):
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
        with Registry([self.main, self.platform]) as address:
            run = subprocess.run(["npx", "-y", NPM, "mcp"], cwd=self.bare, env=self.env(address), input=json.dumps(hello) + "\n",
                                 text=True, timeout=120, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(json.loads(run.stdout.splitlines()[0])["result"]["serverInfo"]["name"], "proctor", run)

    def test_without_the_package_of_the_platform_it_says_what_is_missing(self):
        with Registry([self.main, self.platform]) as address:
            self.assertEqual(self.run_in("npm", "install", "--omit=optional", NPM, env=self.env(address)).returncode, 0)
        shim = self.bare / "node_modules/.bin/proctor"
        run = self.run_in(shim, "--version", env=self.env())
        self.assertEqual(run.returncode, 127, run)
        self.assertIn(f"{NPM}-linux-x64", run.stderr)
        self.assertIn("--omit=optional", run.stderr)
        run = self.run_in(shim, "--version", env=self.env(PROCTOR_BINARY=harness.PROCTOR))
        self.assertEqual(run.returncode, 0, run)
        run = self.run_in(shim, "--version", env=self.env(PROCTOR_BINARY="/nowhere/proctor"))
        self.assertEqual(run.returncode, 127, run)

    def test_the_shim_ends_as_the_program_ends(self):
        with Registry([self.main, self.platform]) as address:
            self.assertEqual(self.run_in("npm", "install", "--omit=optional", NPM, env=self.env(address)).returncode, 0)
        shim = self.bare / "node_modules/.bin/proctor"
        for script, code in (("exit 3", 3), ("kill -TERM $$", -signal.SIGTERM), ("kill -KILL $$", -signal.SIGKILL),
                             ("kill -SEGV $$", -signal.SIGSEGV)):
            program = self.top / "program"
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            self.assertEqual(self.run_in(shim, env=self.env(PROCTOR_BINARY=str(program))).returncode, code, script)
        program.write_text("#!/bin/sh\ntrap 'exit 9' TERM\necho ready\nwhile :; do sleep 0.1; done\n")
        child = subprocess.Popen([str(shim)], env=self.env(PROCTOR_BINARY=str(program)), stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.terminate()
        self.assertEqual(child.wait(timeout=60), 9)
        child.stdout.close()

    def test_two_runs_give_the_same_bytes(self):
        files = [self.main, self.platform, self.deb, self.tar]
        before = [file.read_bytes() for file in files]
        time.sleep(1.1)  # a time that slipped in has another second now
        make_packages()
        for file, old in zip(files, before):
            self.assertEqual(file.read_bytes(), old, file)

    def test_the_tar_file_is_all_that_is_needed(self):
        subprocess.run(["tar", "-xzf", self.tar, "-C", self.top], check=True)
        place = next(self.top.glob("proctor-[0-9]*"))
        self.use(place / "bin/proctor", self.env())
        self.assertTrue((place / "share/proctor/frameworks/pytest/framework.toml").exists())
        self.assertTrue((place / "share/proctor/schemas/envelope.schema.json").exists())
        self.assertNotIn(b"NEEDED", subprocess.run(["readelf", "-d", place / "bin/proctor"], check=True, stdout=subprocess.PIPE).stdout)
        pages = sorted(page.name for page in (place / "share/man").glob("man?/*"))
        self.assertIn("proctor.toml.5", pages)
        commands = re.findall(r"^  (\w+)  ", self.run_in(place / "bin/proctor", "--help", env=self.env()).stdout, re.M)
        self.assertGreater(len(commands), 10)
        self.assertLessEqual({f"proctor-{command}.1" for command in commands}, set(pages))
        for page in (place / "share/man").glob("man?/*"):
            shown = subprocess.run(["man", "--warnings", "-l", "-Tutf8", page], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"})
            self.assertEqual(shown.stderr, b"", page)

    def test_the_action_s_steps_do_as_actions_expects(self):
        project = self.top / "project"
        project.mkdir()
        for name, text in PROJECT.items():
            (project / name).write_text(text)
        files = {name: self.top / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH")}
        for file in files.values():
            file.touch()
        temp = self.top / "temp"
        temp.mkdir()
        env = self.env(RUNNER_TEMP=str(temp), PROCTOR_VERSION=str(self.main.parent), CI="true",
                       **{name: str(file) for name, file in files.items()})
        step = subprocess.run([ROOT / "packaging/action/install.sh"], env=env, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(step.returncode, 0, step)
        env["PATH"] = files["GITHUB_PATH"].read_text().strip() + ":" + env["PATH"]
        step = subprocess.run(["bash", ROOT / "packaging/action/run.sh"], cwd=project, env={**env, "PROCTOR_ARGS": "test\n--filter\nadds|fails"},
                              check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(step.returncode, 1, step)
        self.assertRegex(step.stdout, r"::error file=a\.test\.js,line=\d+,title=fails::.*on purpose")
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        self.assertEqual((outputs["verdict"], outputs["exit-code"]), ("fail", "1"))
        self.assertFalse(json.loads(pathlib.Path(outputs["report"]).read_text())["ok"])
        self.assertIn("on purpose", files["GITHUB_STEP_SUMMARY"].read_text())
        # An argument is an argument, whatever it holds.
        step = subprocess.run(["bash", ROOT / "packaging/action/run.sh"], cwd=project, env={**env, "PROCTOR_ARGS": "test\n--filter\n$(touch x); `touch y`"},
                              check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(step.returncode, 3, step)
        self.assertEqual(sorted(file.name for file in project.iterdir()), sorted(PROJECT))

    def test_it_works_where_qemu_stands_in_for_the_processor(self):
        """An image for another processor is run so. qemu's user mode lacks some of the kernel's ways to start a process."""
        project = self.top / "project"
        project.mkdir()
        for name, text in {**PROJECT, "b.test.js": "require('node:test')('dies', () => { process.kill(process.pid, 'SIGKILL'); });\n"}.items():
            (project / name).write_text(text)
        run = subprocess.run(["qemu-x86_64-static", harness.PROCTOR, "test", "--json"], cwd=project, env=self.env(),
                             check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        answer = json.loads(run.stdout)
        results = {case["name"]: case["status"] for suite in answer["data"]["suites"] for case in suite["cases"]}
        self.assertEqual((results["adds"], results["fails"]), ("pass", "fail"), answer)
        self.assertNotEqual(results.get("dies"), "pass", answer)
        self.assertEqual(run.returncode, 1, answer)

    def test_other_machines_are_refused_in_words(self):
        run = subprocess.run([ROOT / "scripts/package.sh", "--arch", "riscv64", "tar"], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("for x86_64 and aarch64 only, not for riscv64", run.stderr)


class Images(unittest.TestCase):
    """No engine makes images here: what the first stage copies is all that its steps need."""

    def copied(self, dockerfile):
        top = pathlib.Path(tempfile.mkdtemp(prefix="proctor-image-"))
        self.addCleanup(shutil.rmtree, top, ignore_errors=True)
        stage = (ROOT / dockerfile).read_text().split("\nFROM ")[1]
        for *sources, target in (line.split() for line in re.findall(r"^COPY (.*)$", stage, re.M)):
            for source in sources:
                into = top / target / pathlib.Path(source).name if target.endswith("/") else top / target
                into.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, into)
                else:
                    shutil.copy(ROOT / source, into)
        (top / "node_modules").symlink_to(MODULES)
        return top, stage

    def test_the_sources_of_each_image_can_be_configured(self):
        for dockerfile in ("docker/proctor/Dockerfile", "docker/exercism/Dockerfile"):
            with self.subTest(dockerfile):
                top, stage = self.copied(dockerfile)
                self.assertIn("cmake --preset product", stage)
                run = subprocess.run(["cmake", "--preset", "product"], cwd=top, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertEqual(run.returncode, 0, run.stdout)
                # What the install step and the package read beside the program.
                if "package.sh" in stage:
                    for script in re.findall(r"scripts/[a-z]+\.sh", (ROOT / "packaging/npm/make.mjs").read_text() + stage):
                        self.assertTrue((top / script).exists(), script)
                    for file in ("LICENSE", "README.md", "CHANGELOG.md", "docs/config.md", "packaging/deb/control", "packaging/names"):
                        self.assertTrue((top / file).exists(), file)


class Deb(unittest.TestCase):
    """In a bare Debian, made by debootstrap once for a build directory. Its first stage unpacks all of it; the second one, which
    configures, takes as long again and changes nothing for a package without dependencies."""

    def test_it_is_installed_used_and_purged(self):
        deb = packages()[2]
        complaints = subprocess.run(["lintian", "--fail-on", "error", deb], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(complaints.returncode, 0, complaints.stdout)
        tree = ROOT / "build/bare-debian"
        if not (tree / "ready").exists():
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run(["debootstrap", "--foreign", "--variant=minbase", "bookworm", tree], check=True, stdout=subprocess.DEVNULL)
            if (tree / "proc").is_symlink():  # as debootstrap leaves it in a container
                (tree / "proc").unlink()
                (tree / "proc").mkdir()
            (tree / "ready").touch()
        shutil.copy(deb, tree / "proctor.deb")

        def inside(*words):
            return subprocess.run(["unshare", "--mount", "--pid", "--fork", f"--root={tree}", "--mount-proc", *words],
                                  check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp/home", "LC_ALL": "C.UTF-8"})

        inside("dpkg", "--purge", "proctor")  # of a run that was cut short
        before = inside("find", "/usr", "/etc", "/var/lib/dpkg/info").stdout
        self.assertEqual(inside("dpkg", "-i", "/proctor.deb").returncode, 0)
        self.assertRegex(inside("proctor", "--version").stdout, r"^proctor \d")
        # As an ordinary user, as the image runs it.
        user = ("setpriv", "--reuid=1000", "--regid=1000", "--clear-groups")
        called = inside(*user, "proctor", "call", "Test", "--yes", "--root", "/tmp", "--json", "--args", '{"command": "echo it runs; exit 3"}')
        answer = json.loads(called.stdout.splitlines()[-1])
        self.assertEqual((answer["error"]["code"], answer["data"]["exit_code"], answer["data"]["output"]), ("COMMAND_FAILED", 3, "it runs\n"), called)
        run = inside(*user, "sh", "-c", "printf '1..2\\nok 1 - adds\\nnot ok 2 - fails\\n' | proctor read --format tap -")
        self.assertIn("1 test failed", run.stdout, run)
        self.assertIn("bubblewrap", inside(*user, "proctor", "doctor").stdout)
        self.assertEqual(inside("dpkg", "--purge", "proctor").returncode, 0)
        self.assertEqual(inside("find", "/usr", "/etc", "/var/lib/dpkg/info").stdout, before)


if __name__ == "__main__":
    unittest.main()
