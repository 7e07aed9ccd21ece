import { triple } from './numbers';

describe('number', () => {
  test('is tripled', () => {
    expect(triple(2)).toBe(6);
  });
});
