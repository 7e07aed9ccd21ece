import { expect, test } from '@jest/globals';
import { flip } from './flip';

test('compares', () => {
  expect(flip()).toEqual([1]);
  expect(flip()).toContainEqual(5);
});

test('counts', () => {
  expect.assertions(2);
  flip([1, 2], (each) => expect(each).toBeGreaterThan(0));
});

test('calls back', () => {
  expect.hasAssertions();
  flip([1, 2], (each) => expect(each).toBeGreaterThan(0));
});
