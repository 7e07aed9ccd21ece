require 'minitest/autorun'
require_relative 'counter'

class CounterTest < Minitest::Test
  def test_first
    assert_equal 1, Counter.first
  end

  def test_second
    assert_equal 2, Counter.second
  end

  def test_third
    assert_equal 3, Counter.third
  end

  def test_fourth
    assert_equal 4, Counter.fourth
  end
end
