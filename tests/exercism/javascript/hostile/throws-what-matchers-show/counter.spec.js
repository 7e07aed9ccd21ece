import { describe, expect, test } from '@jest/globals';
import { Counter } from './counter';

describe('Counter', () => {
  test('says why', () => {
    expect(() => new Counter().count(1)).toThrow('at its end');
  });

  test('says nothing', () => {
    expect(() => new Counter().count(1)).not.toThrow();
  });

  test('throws an object', () => {
    new Counter().count('object');
  });
});
