import { expect, jest, test } from '@jest/globals';
import { flip } from './flip';

test('calls only done', () => {
  const done = jest.fn();
  const failed = jest.fn();
  flip(done, failed);
  expect(done).toHaveBeenCalledTimes(1);
  expect(failed).not.toHaveBeenCalled();
});
