import { echo } from './echo';

test('first', () => {
  expect(echo(1)).toBe(1);
});
