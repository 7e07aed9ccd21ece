import { describe, expect, test } from '@jest/globals';
import { Queue, Stack } from './stack';

function givesBack(make) {
  test('gives back the only one', () => {
    expect(make().push(1).pop()).toBe(1);
  });
}

const startsEmpty = (make) => {
  test('starts empty', () => {
    expect(make()).toEqual(make());
  });
};

describe('Stack', () => {
  givesBack(() => new Stack());
  startsEmpty(() => new Stack());

  if (typeof Stack.prototype.peek === 'function') {
    test('shows the top', () => {
      expect(new Stack().push(1).peek()).toBe(1);
    });
  }

  if (typeof Stack.prototype.pop === 'function') {
    test('gives back the last', () => {
      expect(new Stack().push(1).push(2).pop()).toBe(2);
    });
  }
});

describe('Queue', () => {
  givesBack(() => new Queue());

  for (const item of []) {
    test('never', () => {
      expect(item).toBe(item);
    });
  }
});
