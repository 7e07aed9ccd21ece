import abc
import unittest

from ledger import balance


class Counted(unittest.TestCase, abc.ABC):
    made = 0

    @classmethod
    def setUpClass(cls):
        cls.total = 0

    def setUp(self):
        self.__class__.made += 1
        type(self).total += 10


class LedgerTest(Counted):
    def test_first(self):
        self.assertEqual(self.made, 1)
        self.assertEqual(LedgerTest.made, 1)
        self.assertEqual(balance([]), 0)

    def test_second(self):
        self.assertEqual(LedgerTest.made, 2)
        self.assertEqual(self.total, 20)
        type(self).note = balance([1, 2])

    def test_third(self):
        self.assertEqual(self.note, 3)
        del type(self).note
        self.assertFalse(hasattr(LedgerTest, "note"))

    def test_which_class(self):
        self.assertIs(self.__class__, LedgerTest)
        self.assertEqual(type(self), LedgerTest)
        self.assertIn(type(self), {LedgerTest})
        self.assertEqual(self.id(), "ledger_test.LedgerTest.test_which_class")

    def test_wrong(self):
        self.assertEqual(LedgerTest.made, balance([5, 1]))

    def test_names_of_its_own(self):
        self.id = 7
        self.debug = balance([1])
        self.assertEqual(self.id, balance([3, 4]))
        self.assertEqual(self.debug, 1)
