import { describe, expect, test } from '@jest/globals';
import { after, never, refuse } from './later';

describe('Later', () => {
  test('resolves', async () => {
    await expect(after(3)).resolves.toBe(3);
  });

  test('is awaited', async () => {
    const value = await after(4);
    expect(value).toBe(5);
  });

  test('is returned', () => refuse('not today'));

  test('calls back', (done) => {
    after(1).then(() => done());
  });

  test('calls back with an error', (done) => {
    after(new Error('called back')).then(done);
  });

  test('never settles', async () => {
    await never();
  }, 300);

  test('still runs', () => {
    expect.assertions(1);
    return expect(refuse('as expected')).rejects.toThrow('as expected');
  });
});
