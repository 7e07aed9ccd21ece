import { describe, expect, test } from '@jest/globals';
import { each, refuse } from './list';

describe('List', () => {
  test('rejects', async () => {
    await expect(refuse()).rejects.toThrow('no');
  });

  test.failing('fails', () => {
    expect(1).toBe(2);
  });

  test('passes', () => {
    each(2, [2], (item) => expect(item).toBe(2));
  });

  test('to one that rejects', () => {
    each(0, [1], (item) => expect(item).toBe(2));
  });

  test('to one that is to fail', () => {
    each(1, [1], (item) => expect(item).toBe(2));
  });

  test('to one that comes later', () => {
    each(6, [1], (item) => expect(item).toBe(2));
  });

  test('to none', () => {
    each(99, [1], (item) => expect(item).toBe(2));
  });

  test('to one that has passed', () => {
    each(2, [1], (item) => expect(item).toBe(2));
  });
});
