import { describe, expect, test } from '@jest/globals';
import { double } from './counter';

const table = [
  [1, 2],
  [2, 4],
];

describe('Counter', () => {
  test('double', () => {
    for (const [number, expected] of table) {
      expect(double(number)).toBe(expected);
    }
  });
});
