import { describe, expect, test, xtest } from '@jest/globals';
import { isLeap } from './leap';

describe('A leap year', () => {
  test('not divisible by 4 in common year', () => {
    expect(isLeap(2015)).toBe(false);
  });

  xtest('divisible by 4, not divisible by 100 in leap year', () => {
    expect(isLeap(1996)).toBe(true);
  });

  xtest('divisible by 100, not divisible by 400 in common year', () => {
    // Not every century.
    const year = 2100;

    expect(isLeap(year)).toBe(false);
  });

  xtest('divisible by 400 in leap year', () => expect(isLeap(2000)).toBe(true));
});
