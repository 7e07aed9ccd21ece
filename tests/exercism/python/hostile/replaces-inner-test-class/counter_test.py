from counter import Numbers, first, second


class TestCounter:
    numbers = Numbers([1, 2])

    def test_first(self):
        assert first() == self.numbers[0]

    class TestInner:
        def test_second(self):
            assert second() == 2
