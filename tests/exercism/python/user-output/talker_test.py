import os
import unittest

from talker import say, whisper


class TalkerTest(unittest.TestCase):
    def test_silent(self):
        self.assertTrue(True)

    def test_short(self):
        self.assertEqual(say("Hello, World!"), "Hello, World!")

    def test_lines_and_failure(self):
        say("one")
        say("two")
        self.assertEqual(say("three"), "four")

    def test_at_the_limit(self):
        self.assertEqual(len(say("x" * 500, end="")), 500)

    def test_over_the_limit(self):
        self.assertEqual(len(say("x" * 501, end="")), 501)

    def test_multibyte_at_the_cut(self):
        self.assertEqual(len(say("\N{SNOWMAN}" * 600)), 600)

    def test_multibyte_at_the_limit(self):
        self.assertEqual(len(say("\N{GRINNING FACE}" * 500, end="")), 500)

    def test_standard_error(self):
        self.assertEqual(whisper("not shown"), "not shown")

    def test_child_process(self):
        self.assertEqual(os.system("echo from a child"), 0)
