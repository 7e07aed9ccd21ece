import { describe, expect, test } from '@jest/globals';
import { promised, refused, thrown } from './alarm';

describe('alarm', () => {
  test('rejects a promise later', () => {
    expect(promised()).toBe('set');
  });

  test('rejects a promise at once', () => {
    expect(refused()).toBe('set');
  });

  test('throws later', () => {
    expect(thrown()).toBe('set');
  });
});
