import { expect, test } from '@jest/globals';
import { one } from './talker';

test('first', () => {
  expect(one()).toBe(1);
});

test('last', () => {
  expect(one()).toBe(1);
});
