import { describe, expect, test } from '@jest/globals';
import { isLeap } from './leap';

describe('leap', () => {
  test('the year 2000', () => {
    expect(isLeap(2000)).toBe(true);
  });
});
