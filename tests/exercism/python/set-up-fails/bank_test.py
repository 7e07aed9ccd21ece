import unittest

from bank import Account


class BankTest(unittest.TestCase):
    def setUp(self):
        self.account = Account()

    def test_first_account(self):
        self.assertEqual(self.account.balance, -1)

    def test_second_account(self):
        self.assertEqual(self.account.balance, 0)


class SharedBankTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account().overdraft

    def test_shared(self):
        self.assertIsNone(self.account)
