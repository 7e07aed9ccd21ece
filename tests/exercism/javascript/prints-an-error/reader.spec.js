import { read } from './reader';

describe('Reader', () => {
  test('reads a list', () => {
    expect(read('[1]')).toEqual([1]);
  });

  xtest('leaves out what is not JSON', () => {
    expect(read('[')).toBe(null);
  });
});
