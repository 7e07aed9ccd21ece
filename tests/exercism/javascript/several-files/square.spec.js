import { expect, test } from '@jest/globals';
import { area } from './square';
import names from './lib/names';

test('area', () => {
  expect(area(3)).toBe(9);
});

test('name', () => {
  expect(names).toContain('square');
});
