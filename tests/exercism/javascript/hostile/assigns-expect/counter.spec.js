import { count } from './counter';

describe('Counter', () => {
  test('first', () => {
    expect(count()).toBe(1);
  });

  it('second', () => {
    expect(count()).toBe(2);
  });
});
