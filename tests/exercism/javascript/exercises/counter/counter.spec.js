import { describe, expect, test } from '@jest/globals';
import { first, second, third, fourth } from './counter';

describe('Counter', () => {
  test('first', () => {
    expect(first()).toBe(1);
  });

  test('second', async () => {
    expect(await second()).toBe(2);
  });

  test('third', () => {
    expect(third()).toBe(3);
  });

  test('fourth', () => {
    expect(fourth()).toBe(4);
  });
});
