require 'minitest/autorun'
require_relative 'leap'

class LeapTest < Minitest::Test
  def test_year_not_divisible_by_4_in_common_year
    # skip
    refute Leap.leap_year?(2015), "Expected 'false', 2015 is not a leap year."
  end

  def test_year_divisible_by_4_not_divisible_by_100_in_leap_year
    skip
    assert Leap.leap_year?(1996), "Expected 'true', 1996 is a leap year."
  end

  def test_year_divisible_by_100_not_divisible_by_400_in_common_year
    skip
    # Not every century.
    year = 2100

    refute Leap.leap_year?(year), "Expected 'false', 2100 is not a leap year."
  end
end
