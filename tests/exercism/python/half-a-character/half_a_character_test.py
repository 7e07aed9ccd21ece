import unittest

from half_a_character import first_unit


class HalfACharacterTest(unittest.TestCase):
    def test_printing_it_is_no_error(self):
        self.assertEqual(ord(first_unit("\N{GRINNING FACE}")), 0xD83D)

    def test_nor_is_comparing_it(self):
        self.assertEqual(first_unit("\N{GRINNING FACE}"), "\ud83e")
