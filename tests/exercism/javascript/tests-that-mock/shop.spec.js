import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as clock from './clock';
import { forget } from './helpers';
import { names, registry } from './prices';
import { all, isOpen, sorted, tell, total } from './shop';

jest.mock('./clock', () => ({ ...jest.requireActual('./clock'), now: jest.fn(() => 13) }));

sorted(names);

expect.extend({
  toBeEven(received) {
    return { pass: received % 2 === 0, message: () => `${received} is odd` };
  },
});

describe('shop', () => {
  const told = jest.fn();

  beforeEach(() => {
    forget();
    expect.hasAssertions();
  });

  afterEach(() => jest.restoreAllMocks());

  test('adds prices', () => {
    expect(total(['apple', 'pear'])).toBe(5);
    expect(total(['apple', 'apple'])).toBeEven();
    expect(expect.getState().currentTestName).toBe('shop adds prices');
  });

  test('is open', () => {
    expect(isOpen()).toBe(false);
    clock.now.mockReturnValueOnce(20);
    expect(isOpen()).toBe(false);
    expect(clock.now).not.toHaveBeenCalled();
  });

  test.each([[['b', 'a'], 'ab'], [['c', 'b'], 'bc']])('sorts %j', (list, wanted) => {
    expect(sorted(list).join('')).toBe(wanted);
  });

  test('knows all', () => {
    expect(all()).toEqual(['apple', 'pear']);
    expect(registry).toEqual(['shop']);
  });

  test('tells', () => {
    expect.assertions(2);
    tell(told);
    expect(told).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledWith('sold');
  });

  test('tells once more', () => {
    tell(told);
    expect(told).toHaveBeenCalledTimes(1);
  });

  test.failing('is not free', () => {
    expect(total(['apple'])).toBe(0);
  });

  test('loads anew', () => {
    jest.resetModules();
    jest.doMock('./prices', () => ({ names: [], price: () => 1, register: () => undefined }));
    expect(require('./shop').total(['apple', 'pear'])).toBe(2);
  });

  test.todo('sells');
});

describe('side by side', () => {
  test.concurrent('one', async () => {
    expect(await Promise.resolve(total(['pear']))).toBe(2);
  });

  test.concurrent('other', async () => {
    expect(await Promise.resolve(total(['apple']))).toBe(3);
  });
});
