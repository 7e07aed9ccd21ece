import { describe, expect, test } from '@jest/globals';
import { minutes, total } from './oven';

const expected = [40, 10];

test('before all groups', () => {
  expect(minutes).toBeDefined();
});

describe('minutes', () => {
  test('nothing done', () => {
    expect(minutes(0)).toBe(40);
  });

  describe('when half done', () => {
    test('is less', () => {
      expect(minutes(30)).toBe(10);
    });
  });
});

describe('total', () => {
  test('adds up', () => {
    expected.forEach((value, index) => {
      expect(minutes(index * 30)).toBe(value);
    });
    expect(total(1, 2)).toBe(4);
  });
});
