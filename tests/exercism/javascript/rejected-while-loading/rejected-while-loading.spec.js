import { expect, test } from '@jest/globals';
import { double } from './rejected-while-loading';

test('of one', () => {
  expect(double(1)).toBe(2);
});

test('of two', () => {
  expect(double(2)).toBe(4);
});
