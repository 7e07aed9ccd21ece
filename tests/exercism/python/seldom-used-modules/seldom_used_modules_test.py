import importlib
import unittest

from seldom_used_modules import has_package, host, is_address, name_of, settings_of_memory


class SeldomUsedModulesTest(unittest.TestCase):
    def test_addresses(self):
        self.assertTrue(is_address("192.0.2.1"))

    def test_urls(self):
        self.assertEqual(host("http://[2001:db8::1]/"), "2001:db8::1")

    def test_names(self):
        self.assertEqual(name_of("example.org"), "aad03681-8b63-5304-89e0-8ca8f49461b5")

    def test_packages(self):
        self.assertTrue(has_package("pytest"))
        self.assertFalse(has_package("there-is-no-such-package"))

    def test_modules_are_the_real_ones(self):
        for name in ("importlib.metadata", "ipaddress", "uuid"):
            self.assertTrue(hasattr(importlib.import_module(name), "__file__"), name)

    def test_memory_is_nobody_elses_matter(self):
        self.assertEqual(settings_of_memory(), [])
