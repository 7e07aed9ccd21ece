import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { after, refuse, sleep, value } from './late-errors';

describe('Left behind', () => {
  test('an assertion in a timer', () => {
    after(5, () => {
      expect(1).toBe(2);
    });
  });

  test('an error in a timer', () => {
    after(5, () => {
      throw new TypeError('nobody waits');
    });
  });

  test('a promise that is rejected', () => {
    refuse(5);
  });

  test('an assertion on a promise', () => {
    expect(value(5)).resolves.toBe(2);
  });

  test('a timer that is right', () => {
    after(5, () => {
      expect(1).toBe(1);
    });
  });

  test('nothing of it, but slow', async () => {
    await sleep(200);
    expect(1).toBe(1);
  });
});

describe('Left behind by a hook', () => {
  afterEach(() => {
    after(5, () => {
      throw new Error('from afterEach');
    });
  });

  test('is told of the test', () => {
    expect(1).toBe(1);
  });
});

describe('Left behind before all tests', () => {
  beforeAll(async () => {
    await sleep(200); // what the hook before leaves comes first
    after(5, () => {
      throw new Error('from beforeAll');
    });
  });

  test('is told of the test that runs', async () => {
    await sleep(200);
    expect(1).toBe(1);
  });

  test('and of no other', () => {
    expect(1).toBe(1);
  });
});
