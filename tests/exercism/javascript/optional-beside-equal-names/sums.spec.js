import { describe, expect, test } from '@jest/globals';
import { sum } from './sums';

const kind = 'large';

test('nothing', () => {
  expect(sum([])).toBe(0);
});

test('one', () => {
  expect(sum([1])).toBe(1);
});

test.skip('one', () => {
  expect(sum([1e13])).toBe(1e13);
});

describe('several', () => {
  test('two', () => {
    expect(sum([1, 2])).toBe(3);
  });

  test.skip(`two ${kind} ones`, () => {
    expect(sum([1e13, 1e13])).toBe(2e13);
  });

  test.skip.each([3, 4])('%i of them', (count) => {
    expect(sum(Array(count).fill(1e13))).toBe(count * 1e13);
  });
});

describe.each([1, 2])('%i and more', (first) => {
  test.skip('two', () => {
    expect(sum([first, 1e13])).toBe(first + 1e13);
  });

  test('small', () => {
    expect(sum([first, 1])).toBe(first + 1);
  });
});

describe.skip.each`
  first
  ${1e13}
`('$first', ({ first }) => {
  test('and one', () => {
    expect(sum([first, 1])).toBe(first + 1);
  });
});

test('two', () => {
  expect(sum([2, 2])).toBe(4);
});
