"""What README.md and the pages of docs/ tell people to type works when it is pasted."""
import json
import pathlib
import re
import subprocess
import unittest

import harness

ROOT = harness.REPOSITORY
CART = {"pytest.ini": "[pytest]\n",
        "cart.py": "def total(prices):\n    return sum(prices)\n",
        "tests/test_cart.py": "from cart import total\n\n\ndef test_total():\n    assert total([3, 4]) == 7\n",
        "conftest.py": "",
        "results.tap": "1..1\nok 1 - adds\n"}
# A line that is wrong ends with 2 (usage) or 127; one line shows a run that proves nothing (3).
TRAP = "trap 'code=$?; (( code <= 1 || code == 3 )) || { echo \"$BASH_COMMAND: exit code $code\" >&2; exit 99; }' ERR\nset -o pipefail\n"


class Documentation(unittest.TestCase):
    def setUp(self):
        self.place = harness.Place()
        self.addCleanup(self.place.close)

    def paste(self, text, cwd):
        run = subprocess.run(["bash", "-c", TRAP + text], cwd=cwd, env=self.place.env(PROCTOR_BOX=harness.BOX), timeout=300,
                             check=False, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertNotEqual(run.returncode, 99, f"{text}\n{run.stdout[-2000:]}\n{run.stderr[-2000:]}")
        self.assertNotIn("TOOL_NOT_FOUND", run.stdout + run.stderr)

    def with_ids(self, line, project):
        """The pages' ids stand for the newest run, and for the one before it."""
        if not re.search(r"\b(7f3a|9c01)\b", line):
            return line
        kept = json.loads(self.place.run("runs", "--json", "--project", project).out)["data"]["runs"]
        return line.replace("7f3a", kept[0]["run"]).replace("9c01", kept[1]["run"])

    def test_the_commands_of_the_readme(self):
        blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
        blocks = [block for block in blocks if "build/product/bin/proctor" in block]
        self.assertGreater(len(blocks), 4)
        for block in blocks:
            with self.subTest(block[:60]):
                self.paste(block.replace("build/product/bin/proctor", harness.PROCTOR), ROOT)

    def test_the_commands_of_the_pages(self):
        guide = (ROOT / "docs/getting-started.md").read_text()
        pages = {"getting-started": guide[guide.index("## A person"):guide.index("## A coding agent")]}
        pages.update((name, (ROOT / f"docs/{name}.md").read_text()) for name in ("command-line", "ci", "reports-out"))
        project = self.place.top / "cart"
        for name, content in CART.items():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(content)
        for page, text in pages.items():
            lines = re.findall(r"^    (proctor .*)$", text, re.M)
            self.assertGreater(len(lines), 2, page)
            for line in lines:
                if "--watch" in line:
                    continue  # it goes on until somebody ends it: test_watch.py
                with self.subTest(page, line=line):
                    self.paste(self.with_ids(line, project), project)

    def test_what_is_to_be_copied_into_ci_can_be_read(self):
        blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/ci.md").read_text(), re.M | re.S)
        self.assertGreater(len(blocks), 3)
        for block in blocks:
            subprocess.run(["ruby", "-ryaml", "-e", "YAML.load(STDIN.read)"], input=block, text=True, check=True)
        for block in re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs/ci.md").read_text(), re.M | re.S):
            subprocess.run(["sh", "-n"], input=block, text=True, check=True)

    def test_the_index_has_each_page_once(self):
        index = (ROOT / "docs/README.md").read_text()
        named = re.findall(r"\]\(([a-z-]+\.md)\)", index)
        self.assertEqual(sorted(named), sorted(page.name for page in (ROOT / "docs").glob("[a-z]*.md")))

    def test_the_packages_are_called_as_the_pages_have_it(self):
        text = (ROOT / "docs/getting-started.md").read_text()
        self.assertIn("proctor_0.1.0_amd64.deb", text)  # as scripts/package.sh calls it, see below
        version = re.search(r"^project\(proctor VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
        self.assertEqual(set(re.findall(r"proctor_([\d.]+)_amd64", text + (ROOT / "README.md").read_text())), {version})


if __name__ == "__main__":
    unittest.main()
