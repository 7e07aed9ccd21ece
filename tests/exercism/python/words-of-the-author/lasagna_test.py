import unittest

import pytest

try:
    from lasagna import EXPECTED_BAKE_TIME, bake_time_remaining
except ImportError as import_fail:
    item = import_fail.args[0].split()[3]
    raise ImportError("\n\nMISSING FUNCTION --> In your 'lasagna.py' file, we can not find or import the"
                      f" function named {item}.\nDid you misname or forget to define it?") from None


class LasagnaTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_bake_time_remaining(self):
        self.assertEqual(bake_time_remaining(30), EXPECTED_BAKE_TIME - 30)
