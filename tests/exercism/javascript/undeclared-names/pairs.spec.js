import { pairs } from './pairs';

describe('Pairs', () => {
  test('of nothing', () => {
    expect(pairs([])).toEqual([]);
  });

  xtest('of two', () => {
    expect(pairs(['a', 'b'])).toEqual([['a', 'b']]);
  });

  it('of three', () => {
    expect(pairs([1, 2, 3])).toEqual([[1, 2], [2, 3]]);
  });
});
