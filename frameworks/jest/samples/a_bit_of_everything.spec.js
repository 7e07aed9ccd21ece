import { beforeEach, describe, expect, jest, test, xtest } from '@jest/globals';
import broken, { later, Stack } from './class';
import * as all from './class';

let stack;

beforeEach(() => {
  stack = new Stack().push(1, 2);
});

describe('what passes', () => {
  test('equality', () => {
    expect(stack.size).toBe(2);
    expect([...stack]).toEqual([1, 2]);
    expect(stack.toObject()).toStrictEqual({ item0: 1, item1: 2 });
    expect('abc').toMatch(/b/);
    expect(0.1 + 0.2).toBeCloseTo(0.3);
    expect([1, 2, 3]).toContain(2);
    expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }));
    expect(stack).toBeInstanceOf(Stack);
    expect(Object.keys(all)).toHaveLength(3);
  });

  test('errors', () => {
    expect(() => broken()).toThrow(TypeError);
    expect(() => broken()).toThrow('not today');
    expect(() => broken()).toThrow(new TypeError('not today'));
  });

  test('promises', async () => {
    await expect(later(5)).resolves.toBe('5');
    await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
  });

  test('mocks', () => {
    const mock = jest.fn((x) => x + 1);
    mock(1);
    expect(mock).toHaveBeenCalledTimes(1);
    expect(mock).toHaveBeenCalledWith(1);
  });

  test.each([
    [1, 2],
    [2, 3],
  ])('%i and one is %i', (a, b) => {
    expect(a + 1).toBe(b);
  });
});

describe('what fails', () => {
  test('a string', () => {
    expect('One for you, one for me.').toEqual('One for Alice, one for me.');
  });

  test('a number', () => {
    expect(1).toBe(2);
  });

  test('an object', () => {
    expect({ a: [1, 2, 3], b: { c: 'x' } }).toEqual({ a: [1, 3], b: { c: 'y' } });
  });

  test('several lines', () => {
    expect('a\nb\nc').toBe('a\nx\nc');
  });

  test('an error', () => {
    broken();
  });

  test('no error', () => {
    expect(() => 1).toThrow();
  });

  test('something else thrown', () => {
    throw 'a string';
  });

  test('a function that is missing', () => {
    all.missing();
  });

  test('a rejected promise', async () => {
    await later(null).then(() => Promise.reject(new RangeError('too far')));
  });

  xtest('skipped', () => {
    expect(true).toBe(false);
  });
});
