import { isLeap } from './leap';

test('broken', () => {
  expect(isLeap(2000).toBe(true);
});
