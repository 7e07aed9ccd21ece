import { counted, counter, kind, recorder, shape, stream } from './looks-into-nothing';

test.each([['a getter', counter], ['a proxy', counted]])('%s is asked by the tests only', (_, make) => {
  const made = make();
  expect(made).toBeDefined();
  expect(made).toBeInstanceOf(Object);
  expect(made).not.toBe(make());
  expect(made.next).toBe(1);
  expect(made).toHaveProperty('next', 2);
});

test('a proxy that has an answer to everything', () => {
  const made = recorder();
  expect(made).toBeTruthy();
  expect(made).toBe(made);
  expect(made.anything()).toBe('anything');
});

test('a stream without an end', () => {
  const made = stream();
  expect(made).not.toBeNull();
  expect(made.tail.tail.head).toBe(4);
  expect([made]).toContain(made);
});

test('what is expected by a symbol, and behind much else', () => {
  expect({ [kind]: shape()[kind] }).toEqual({ [kind]: expect.any(Number) });
  expect(shape().sides).toEqual([...Array(20_000).keys()].map((i) => (i < 19_999 ? i : expect.any(Number))));
});
