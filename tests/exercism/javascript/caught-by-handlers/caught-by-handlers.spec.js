import { expect, test } from '@jest/globals';
import { later } from './caught-by-handlers';

test('by the second of two', () =>
  later(1)
    .then((value) => expect(value).toBe(2))
    .then(
      (value) => {
        throw new Error(`it is ${value}`);
      },
      (error) => expect(error.message).toMatch('Expected'),
    ));
