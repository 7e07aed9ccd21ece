import { describe, expect, jest, test, xtest } from '@jest/globals';
import { each, later } from './caught-assertions';

describe('Caught assertions', () => {
  test('callback', () => {
    each([1, 2], (item) => {
      expect(item).toBe(2);
    });
  });

  xtest('callback that is right', () => {
    each([2, 2], (item) => {
      expect(item).toBe(2);
    });
  });

  xtest('not', () => {
    each([1, 2], (item) => {
      expect(item).not.toBe(1);
    });
  });

  xtest('asynchronous callback', async () => {
    await later(1, (value) => {
      expect({ value }).toEqual({ value: 2 });
    });
  });

  xtest('promise', async () => {
    await later(1, (value) => expect(Promise.resolve(value)).resolves.toBe(2));
  });

  xtest('what is to be thrown', () => {
    each([1], (item) => {
      expect(() => item).toThrow();
    });
  });

  xtest('what is thrown', () => {
    each([1], (item) => {
      expect(() => item.none.at).toThrow(TypeError);
      expect(item).not.toThrow;
    });
  });

  xtest('calls', () => {
    const callback = jest.fn();
    each([1], callback);
    each([1], () => expect(callback).toHaveBeenCalledWith(2));
  });

  test('callback in what must not throw', () => {
    expect(() => {
      each([1], (item) => expect(item).toBe(2));
    }).not.toThrow();
  });

  test('caught once more', async () => {
    each([1], (item) => expect(item).toBe(2));
    expect(() => expect(1).toBe(2)).toThrow();
  });

  test.failing('expected to fail', () => {
    each([1], (item) => expect(item).toBe(2));
    expect(1).toBe(2);
  });

  xtest('nothing of it is left', () => {
    expect(later(1, () => 2)).resolves.toBe(2);
  });
});
