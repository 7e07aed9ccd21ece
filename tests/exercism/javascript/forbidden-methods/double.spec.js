import { double, keep } from './double';

const { filter, map } = Array.prototype;

describe('without the methods of arrays', () => {
  beforeEach(() => {
    Array.prototype.map = () => {
      throw new Error('Array.prototype.map is not to be used');
    };
    Array.prototype.filter = undefined;
  });

  afterEach(() => {
    Object.assign(Array.prototype, { filter, map });
  });

  test('double', () => {
    const result = double([1, 2]);
    expect(result.length).toBe(2);
    Object.assign(Array.prototype, { filter, map });
    expect(result).toEqual([2, 4]);
  });

  test('keep', () => {
    expect(keep([1, 2], (n) => n > 1)[0]).toBe(2);
  });
});
