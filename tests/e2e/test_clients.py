"""The clients of frameworks/kit for C, C++ and ruby: in each language the same reporter, which makes its results up."""
import os
import shutil
import unittest

import harness
from harness import REPOSITORY, Place

KIT = REPOSITORY / "frameworks/kit"
TOML = """
name = "{0}"
title = "{0}"
format = "proctor-events"
recognise = ["{0}.here"]
[source]
separator = "::"
[run]
build = ["sh", "-c", '{1}']
command = {2}
"""

C = r"""
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "client.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>

static int ask(const char* id) {
  proctor_begin("ask"), proctor_text("id", id), proctor_number("line", 3);
  return proctor_send();
}
static void finish(const char* id, const char* status, const char* message) {
  proctor_begin("finish"), proctor_text("id", id), proctor_text("status", status), proctor_text("message", message);
  proctor_send();
}
static void* thread(void* name) {
  int i;
  for (i = 0; i < 50; i++) {
    char id[32];
    snprintf(id, sizeof id, "%s%d", (const char*)name, i);
    if (ask(id) == PROCTOR_RUN) finish(id, "pass", "");
  }
  return NULL;
}
int main(void) {
  pthread_t other;
  if (ask("inherits") == PROCTOR_RUN)
    finish("inherits", getenv("PROCTOR_CHANNEL") == NULL && system("test -z \"$PROCTOR_CHANNEL\"") == 0 ? "pass" : "fail", "");
  if (ask("bytes") == PROCTOR_RUN) finish("bytes", "fail", "a\xff\xc3\xa9\xed\xa0\x80\xe2\x82 \"q\"\n\x01");
  if (ask("long") == PROCTOR_RUN) {
    char* text = (char*)calloc(3000001, 1);
    int i;
    for (i = 0; i < 3000000; i++) text[i] = 'x';
    finish("long", "fail", text);
    free(text);
  }
  if (fork() == 0) {
    proctor_begin("error"), proctor_text("message", "a fork spoke"), proctor_send();
    _exit(0);
  }
  wait(NULL);
  pthread_create(&other, NULL, thread, (void*)"a");
  thread((void*)"b");
  pthread_join(other, NULL);
  proctor_begin("end"), proctor_send();
  return 1;
}
"""

RUBY = r"""
require_relative "client"
client = Proctor::Client.from_environment(%w[skip stop])
finish = ->(id, status, message) { client.tell("finish", id: id, status: status, message: message) }
each = ->(id, &does) { does.call if client.ask(id, line: 3) == "run" }
each.call("inherits") do
  finish.call("inherits", !ENV.key?("PROCTOR_CHANNEL") && system('test -z "$PROCTOR_CHANNEL"') ? "pass" : "fail", nil)
end
each.call("bytes") { finish.call("bytes", "fail", "a\xff\xc3\xa9\xed\xa0\x80\xe2\x82 \"q\"\n\x01") }
each.call("long") { finish.call("long", "fail", "x" * 3_000_000) }
Process.wait(fork do
  client.tell("error", message: "a fork spoke")
  exit!(0)
end)
%w[a b].map do |name|
  Thread.new { 50.times { |i| each.call("#{name}#{i}") { finish.call("#{name}#{i}", "pass", nil) } } }
end.each(&:join)
client.tell("end")
exit!(1)
"""


class Clients(unittest.TestCase):
    def run_with(self, language, *options):
        """The answer of a project whose reporter is written in this language."""
        place = Place()
        self.addCleanup(place.close)
        folder = place.top / "frameworks" / language
        folder.mkdir(parents=True)
        compiler = {"c": "gcc -std=gnu11 -x c", "cpp": "g++ -std=c++17 -x c++"}.get(language)
        if compiler:
            build = f"{compiler} -Wall -Wextra -Werror -Wno-unused-function {{folder}}/reporter.c -o {{private}}/reporter -pthread"
            command = '["{private}/reporter"]'
            (folder / "reporter.c").write_text(C)
            shutil.copy(KIT / "client.h", folder)
        else:
            build, command = "true", '["ruby", "{folder}/reporter.rb"]'
            (folder / "reporter.rb").write_text(RUBY)
            shutil.copy(KIT / "client.rb", folder)
        (folder / "framework.toml").write_text(TOML.replace("{0}", language).replace("{1}", build).replace("{2}", command))
        project = place.project({f"{language}.here": ""}, toml=None)
        return place.test(project, "--frameworks", place.top / "frameworks", *options)

    def test_a_reporter_of_each_language_asks_and_tells(self):
        for language in ("c", "cpp", "ruby"):
            with self.subTest(language):
                run = self.run_with(language)
                cases = {case["name"]: case for suite in run.data["suites"] for case in suite["cases"]}
                self.assertEqual(len(cases), 103, run)
                self.assertEqual({name for name, case in cases.items() if case["status"] != "pass"}, {"bytes", "long"}, run)
                self.assertIn("é", cases["bytes"]["reason"])
                self.assertRegex(cases["bytes"]["reason"], '(?s)^a\ufffdé\ufffd+ "q"')
                self.assertGreater(len(cases["long"]["reason"]), 50_000)
                self.assertNotIn("a fork spoke", run.out)
                self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)

    def test_it_leaves_out_what_proctor_does_not_want(self):
        for language in ("c", "ruby"):
            with self.subTest(language):
                run = self.run_with(language, "--filter", "^a1$")
                self.assertEqual([case["name"] for suite in run.data["suites"] for case in suite["cases"]], ["a1"], run)


def main():
    if not harness.PROCTOR or not os.access(harness.PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {harness.PROCTOR!r}")
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
