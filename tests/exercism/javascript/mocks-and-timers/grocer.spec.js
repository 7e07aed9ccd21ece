import { Grocer, count, lazily, lines } from './grocer';
import { notify } from './notifier';

jest.mock('./notifier', () => ({
  notify: jest.fn(),
}));

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  jest.resetAllMocks();
});

describe('post', () => {
  test('what is there', () => {
    new Grocer().post('apple');
    expect(notify).not.toHaveBeenCalled();
    jest.advanceTimersByTime(60_000);
    expect(notify).toHaveBeenCalledTimes(1);
    expect(notify).toHaveBeenCalledWith({ message: 'SUCCESS' });
  });

  test('what is not there', () => {
    new Grocer().post('pear');
    jest.runAllTimers();
    expect(notify).toHaveBeenCalledWith({ message: 'SUCCESS' });
  });
});

describe('language', () => {
  test('class fields', () => {
    expect(Grocer.instances).toBe(1);
  });

  test('files', () => {
    expect(lines()).toBe(4);
  });

  test('import', async () => {
    expect(await lazily()).toBe(notify);
  });

  test('async iteration', async () => {
    const all = [];
    for await (const each of count(3n)) all.push(each);
    expect(all).toEqual([1n, 2n, 3n]);
  });

  test('what node has', () => {
    expect(structuredClone(new Map([[1, { a: new Date(0) }]]))).toEqual(new Map([[1, { a: new Date(0) }]]));
    expect([3, 1, 2].toSorted().at(-1)).toBe(3);
    expect(Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')).odd).toEqual([1, 3]);
    expect(typeof fetch).toBe('function');
  });
});
