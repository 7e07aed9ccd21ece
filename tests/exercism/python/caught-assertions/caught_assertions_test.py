import unittest

try:
    from caught_assertions import Account, each
except ImportError as error:
    raise ImportError("Account and each are missing") from error


class Asking:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and "ignore" in str(error):
            return True
        return False


class CaughtAssertionsTest(unittest.TestCase):
    def test_block(self):
        with Account() as account:
            self.assertEqual(account.balance, 5)

    def test_block_that_is_right(self):
        with Account() as account:
            self.assertEqual(account.balance, 0)

    def test_what_is_to_be_raised_in_a_block(self):
        with Account() as account:
            with self.assertRaises(ZeroDivisionError):
                account.balance += 1

    def test_what_is_raised_in_a_block(self):
        with Account() as account:
            with self.assertRaises(ZeroDivisionError):
                account.balance /= 0

    def test_block_within_one_that_asks(self):
        with Account() as account, Asking():
            self.assertEqual(account.balance, 5)

    def test_callback(self):
        each([1, 2], lambda item: self.assertEqual(item, 2))

    def test_callback_that_is_right(self):
        each([2, 2], lambda item: self.assertEqual(item, 2))

    def test_variations(self):
        for number in (1, 2, 3):
            with self.subTest(f"variation #{number}"):
                each([number], lambda item: self.assertEqual(item, 2))

    def test_fails(self):
        each([1], lambda item: self.fail("never to be called"))

    def test_nothing_of_it_is_left(self):
        self.assertEqual(each([], None), None)
