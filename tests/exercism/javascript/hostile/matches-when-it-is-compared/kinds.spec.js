import { call, inherited, part, proxy, symbol, whole } from './kinds';

describe('Kinds', () => {
  test('part', () => { expect(part()).toEqual({ a: 1 }); });
  test('whole', () => { expect(whole()).toEqual({ a: 1 }); });
  test('proxy', () => { expect(proxy()).toStrictEqual({ a: 1 }); });
  test('object', () => { expect(inherited()).toMatchObject({ a: 1 }); });
  test('property', () => { expect(inherited()).toHaveProperty('a', 1); });
  test('symbol', () => { expect(symbol()).toEqual({ [Symbol.for('a')]: 1 }); });
  test('contained', () => { expect([whole(), proxy()]).toContainEqual({ a: 1 }); });
  test('call', () => { const spy = jest.fn(); call(spy); expect(spy).toHaveBeenCalledWith({ a: 1 }); });
  test('expected', () => { expect({ a: { b: [1] } }).toEqual({ a: { b: expect.arrayContaining([expect.any(Number)]) } }); });
});
