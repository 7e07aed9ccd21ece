import { expect, test } from '@jest/globals';
import { later } from './failed-promises';

// Each is a failure of its own, whose stack begins in jest's own code.
test('many fail', () => {
  for (let number = 0; number < 40; number += 1) expect(later(number)).resolves.toBe(-1);
});

test('the last one passes', () => {
  expect(later(1)).toBeInstanceOf(Promise);
});
