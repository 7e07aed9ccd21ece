import { count } from './counter';

describe('Counter', () => {
  test('first', () => {
    expect(count(1)).toBe(1);
  });

  test('second', () => {
    expect(count(2)).toBe(2);
  });
});
