import { describe, expect, test } from '@jest/globals';
import { flip } from './flip';
import { cases, check } from './cases';

describe('flip', () => {
  test('all', () => {
    for (const [text, wanted] of cases) expect(flip(text)).toBe(wanted);
  });

  test('one', () => {
    expect(check(flip('xy'), 'yx')).toBe(true);
  });
});
