import csv
import pathlib
import unittest

from tally import skips_in, tally

HERE = pathlib.Path(__file__).parent
VOTES = {name: int(number) for name, number in csv.reader((HERE / "tables/votes.csv").open())}


class TallyTest(unittest.TestCase):
    def test_votes(self):
        self.assertEqual(tally(["Ann", "Ann", "Ann"]), VOTES)

    def test_story(self):
        with open("story.txt") as story:
            self.assertEqual(skips_in(story.read()), 1)
