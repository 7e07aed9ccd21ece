import { describe, expect, test } from '@jest/globals';
import { double, first } from './counter';

const table = [2, 4];

describe('Counter', () => {
  test('of a map', () => {
    new Map([[1, 2]]).forEach((expected, number) => {
      expect(double(number)).toBe(expected);
    });
  });

  test('of an array', () => {
    first(1);
    for (const [index, expected] of table.entries()) {
      expect(double(index + 1)).toBe(expected);
    }
  });
});
