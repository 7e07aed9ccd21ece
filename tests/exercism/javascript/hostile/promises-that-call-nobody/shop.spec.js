import { failing, honest, inherited, own, thenable } from './shop';

describe('Shop', () => {
  test('inherited', async () => { await expect(inherited()).resolves.toBe(2); });
  test('own', async () => { await expect(own()).rejects.toThrow('closed'); });
  test('function', async () => { await expect(own).resolves.toBe(2); });
  test('honest', async () => { await expect(honest()).resolves.toBe(2); });
  test('failing', async () => { await expect(failing()).rejects.toThrow('closed'); });
  test('thenable', async () => { await expect(thenable()).resolves.toBe(2); }, 500);
});
