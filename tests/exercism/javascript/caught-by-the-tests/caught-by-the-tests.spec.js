import { describe, expect, jest, test } from '@jest/globals';
import { count, each, later } from './caught-by-the-tests';

jest.retryTimes(2);

expect.extend({
  toBeOne(received) {
    expect(received).toBe(1);
    return { pass: true, message: () => 'it is one' };
  },
  toBeOdd(received) {
    return { pass: received % 2 === 1, message: () => `${received} is odd, or not` };
  },
});

const isTwo = (value) => expect(value).toBe(2);

describe('Caught by the tests', () => {
  test('by toThrow', () => {
    expect(() => each([1], isTwo)).toThrow();
    expect(() => each([1], isTwo)).toThrow(/Expected/);
    expect(() => each([1], isTwo)).toThrow(Error);
  });

  test('by rejects', async () => {
    await expect(later(1).then(isTwo)).rejects.toThrow('Expected');
    await expect(async () => isTwo(1)).rejects.toThrow();
  });

  test('by rejects with another matcher', async () => {
    await expect(later(1).then(isTwo)).rejects.toMatchObject({ message: expect.stringContaining('Expected') });
  });

  test.each([1, 3])('by rejects in a row: %i', async (value) => {
    await expect(later(value).then(isTwo)).rejects.toThrow();
  });

  test.failing('as it is to fail', () => {
    isTwo(1);
  });

  test('as it is run again', () => {
    isTwo(count('first'));
  });

  test('asynchronously, as it is run again', async () => {
    expect(await later(count('second'))).toBe(3);
  });
});

describe('Right at once', () => {
  test('in matchers of their own', () => {
    expect(1).toBeOne();
    expect(2).not.toBeOdd();
    expect({ value: 1 }).toEqual({ value: expect.toBeOdd() });
    expect(() => expect(2).toBeOne()).toThrow();
  });

  test('in asymmetric matchers', () => {
    expect({ all: [1, 2], any: 'x' }).toEqual({ all: expect.arrayContaining([2]), any: expect.any(String) });
    expect([1]).not.toEqual(expect.arrayContaining([2]));
  });

  test('in numbers of assertions', () => {
    expect.assertions(2);
    expect(1).toBe(1);
    expect(1).not.toBe(2);
  });

  test('in promises', async () => {
    await expect(later(1)).resolves.not.toBe(2);
    await expect(Promise.reject(new Error('no'))).rejects.not.toThrow('yes');
  });

  test('in snapshots', () => {
    expect(1).toMatchInlineSnapshot(`1`);
    expect(() => each([1], () => null.at)).toThrowErrorMatchingInlineSnapshot(
      `"Cannot read properties of null (reading 'at')"`,
    );
  });
});
