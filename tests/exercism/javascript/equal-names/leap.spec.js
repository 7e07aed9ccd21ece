import { describe, expect, test } from '@jest/globals';
import { isLeap } from './leap';

describe('leap', () => {
  test('a year', () => {
    expect(isLeap(2000)).toBe(true);
  });

  test('a year', () => {
    expect(isLeap(2001)).toBe(true);
  });

  test('another year', () => {
    expect(isLeap(2004)).toBe(true);
  });
});

describe('leap', () => {
  test('a year', () => {
    expect(isLeap(2002)).toBe(false);
  });

  test('a year #2', () => {
    expect(isLeap(2008)).toBe(true);
  });
});
