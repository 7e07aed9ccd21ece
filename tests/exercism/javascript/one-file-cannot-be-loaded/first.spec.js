import { double } from './number';

test('doubles', () => {
  expect(double(2)).toBe(4);
});
