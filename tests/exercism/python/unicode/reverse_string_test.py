import unittest

from reverse_string import reverse


class ReverseStringTest(unittest.TestCase):
    def test_umlauts(self):
        # Größe und Maß
        self.assertEqual(reverse("öäü"), "üäö")

    def test_日本語(self):
        self.assertEqual(reverse("日本語"), "語本日!")

    def test_beyond_the_basic_plane(self):
        self.assertEqual(reverse("🙂🎉"), "🎉🙂")

    def test_lone_surrogate(self):
        self.assertEqual(reverse("a") + "\ud800", "a")
