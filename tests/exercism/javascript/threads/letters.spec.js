import { expect, test } from '@jest/globals';
import { total } from './letters';

test('no texts', async () => {
  expect(await total([])).toBe(0);
});

test('several at once', async () => {
  expect(await total(['one', 'three'])).toBe(8);
});
