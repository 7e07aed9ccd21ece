import { describe, expect, test } from '@jest/globals';
import { times } from './tables';

describe('by one', () => {
  test('literal', () => {
    expect(times(1, 1)).toBe(1);
  });
});

describe('by two', () => {
  test.each`
    a    | product
    ${1} | ${2}
    ${4} | ${8}
  `('$a', ({ a, product }) => {
    expect(times(a, 2)).toBe(product);
  });

  test('literal', () => {
    expect(times(2, 2)).toBe(4);
  });
});
