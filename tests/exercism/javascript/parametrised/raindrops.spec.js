import { describe, expect, test } from '@jest/globals';
import { sound } from './raindrops';

describe('Raindrops', () => {
  test('plain', () => {
    expect(sound(1)).toBe('1');
  });

  test.each([
    [3, 'Pling'],
    [7, 'Plong'],
  ])('%i is %s', (n, expected) => {
    expect(sound(n)).toBe(expected);
  });

  describe.each([{ n: 5 }])('group of $n', ({ n }) => {
    test('plang', () => {
      expect(sound(n)).toBe('Plang');
    });
  });

  for (const n of [2, 4]) {
    test(`loop ${n}`, () => {
      expect(sound(n)).toBe(String(n));
    });
  }

  test(`literal`, () => {
    expect(sound(15)).toBe('PlingPlang');
  });
});
