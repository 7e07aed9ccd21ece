import { afterAll, describe, expect, test } from '@jest/globals';
import { after, sleep, value } from './clock';

describe('Clock', () => {
  test('timer', () => {
    after(5, () => {
      expect(1).toBe(2);
    });
  });

  test('slow', async () => {
    await sleep(100);
  });

  test('promise', () => {
    expect(value(5)).resolves.toBe(2);
  });

  test('slow as well', async () => {
    await sleep(100);
  });
});

describe('Hook', () => {
  afterAll(() => {
    expect(1).toBe(2);
  });

  test('before it', () => {
    after(5, () => undefined);
  });
});
