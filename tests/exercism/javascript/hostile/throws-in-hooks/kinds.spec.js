import { describe, expect, test } from '@jest/globals';
import { same, equal, close, text, throws, contains, later } from './kinds';

describe('Kinds', () => {
  test('same', () => { expect(same()).toBe(1); });
  test('equal', () => { expect(equal()).toEqual([1, { a: 2 }]); });
  test('close', () => { expect(close()).toBeCloseTo(3.14, 5); });
  test('text', () => { expect(text()).toMatch(/hello/); });
  test('throws', () => { expect(() => throws()).toThrow('bad thing'); });
  test('contains', () => { expect(contains()).toContain(7); });
  test('later', async () => { await expect(later()).resolves.toEqual('done'); });
});
