import sys
from unittest import TestCase, main
from unittest.mock import patch

from scale import grams

if sys.version_info < (3, 0):
    class OldScaleTest(TestCase):
        def test_old(self):
            self.assertEqual(grams(1), 1000)


class ScaleTest(TestCase):
    class Weight:
        def __init__(self, kilos):
            self.grams = grams(kilos)

    def test_inner_class(self):
        self.assertEqual(self.Weight(2).grams, 2000)

    @patch("builtins.print")
    def test_local_class(self, printed):
        class TestPrinter(TestCase):
            def test_nobody_runs(self):
                self.fail()

        print(TestPrinter.__name__)
        printed.assert_called_once_with("TestPrinter")

    def test_wrong(self):
        self.assertEqual(grams(3), 30)


class TestPlainly:
    class TestInside:
        def test_deep(self):
            assert grams(0) == 0


if __name__ == "__main__":
    main()
