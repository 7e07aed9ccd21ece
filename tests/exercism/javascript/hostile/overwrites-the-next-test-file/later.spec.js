import { echo } from './echo';

test('later', () => {
  expect(echo(2)).toBe(2);
});
