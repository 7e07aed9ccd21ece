import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fail, never, number } from './failing-hooks';

afterAll(() => {
  expect(number()).toBe(3);
});

describe('afterAll', () => {
  afterAll(() => fail('afterAll'));

  test('first', () => {
    expect(number()).toBe(1);
  });

  test('last', () => {
    expect(number()).toBe(1);
  });
});

describe('beforeAll', () => {
  beforeAll(() => fail('beforeAll'));

  test('first', () => {
    expect(number()).toBe(1);
  });

  describe('inner', () => {
    test('last', () => {
      expect(number()).toBe(1);
    });
  });
});

describe('beforeAll that leaves a promise', () => {
  beforeAll(() => {
    Promise.reject(new Error('nobody listens'));
  });

  test('only', () => {
    expect(number()).toBe(1);
  });
});

describe('beforeEach', () => {
  beforeEach(() => fail('beforeEach'));

  test('only', () => {
    expect(number()).toBe(1);
  });
});

describe('afterEach', () => {
  describe('of an inner group', () => {
    afterEach(async () => {
      expect(number()).toBe(2);
    });

    test('only', () => {
      expect(number()).toBe(1);
    });
  });
});

describe('beforeEach that never ends', () => {
  beforeEach(() => never(), 200);

  test('only', () => {
    expect(number()).toBe(1);
  });
});

describe('none', () => {
  test('first', () => {
    expect(number()).toBe(1);
  });

  test('last', () => {
    expect(number()).toBe(1);
  });
});
