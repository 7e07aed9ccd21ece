import { describe, expect, test } from '@jest/globals';
import { flip } from './flip';

describe('flip', () => {
  test('first', () => {
    expect(flip('ab')).toBe('ba');
  });

  test('second', () => {
    expect(flip('abc')).toBe('cba');
  });
});
