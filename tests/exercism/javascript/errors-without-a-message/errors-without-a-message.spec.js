import { describe, expect, test } from '@jest/globals';
import { ValueError, double, half } from './errors-without-a-message';

describe('numbers', () => {
  test('half of an even one', () => {
    expect(half(4)).toEqual(2);
  });

  test('half of an odd one', () => {
    expect(half(3)).toEqual(1.5);
  });

  test('what is thrown', () => {
    expect(() => half(3)).toThrow(ValueError);
  });

  test('double', () => {
    expect(double(3)).toEqual(6);
  });
});
