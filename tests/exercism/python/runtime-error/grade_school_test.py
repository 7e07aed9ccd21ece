import unittest

from grade_school import School


class GradeSchoolTest(unittest.TestCase):
    def test_add(self):
        school = School()
        school.add("Jim", 2)
        self.assertEqual(school.grades, {2: ["Jim"]})

    def test_average_of_nothing(self):
        self.assertEqual(School().average([]), 0)

    def test_average(self):
        self.assertEqual(
            School().average([1, 2, 3]),
            2,
            msg="mean of three"
        )

    def test_no_end(self):
        self.assertEqual(School().deep(0), 0)

    def test_missing_method(self):
        """The method was never written."""
        self.assertEqual(School().roster(), [])

    def test_raises(self):
        with self.assertRaises(ValueError) as error:
            School().average(None)
        self.assertEqual(error.exception.args[0], "no numbers")
