import { expect, test } from '@jest/globals';
import { area } from './circle';

test('area', () => {
  expect(area(2)).toBe(13);
});
