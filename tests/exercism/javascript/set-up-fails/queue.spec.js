import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from './queue';

describe('With a size', () => {
  let queue;

  beforeEach(() => {
    queue = new Queue(3);
  });

  test('has it', () => {
    expect(queue.items).toHaveLength(3);
  });
});

describe('Before each', () => {
  let queue;

  beforeEach(() => {
    queue = new Queue();
  });

  test('never gets there', () => {
    expect(queue).toBeDefined();
  });
});

describe('Before all', () => {
  let queue;

  beforeAll(() => {
    queue = new Queue();
  });

  test('first', () => {
    expect(queue).toBeDefined();
  });

  test('second', () => {
    expect(queue.items).toHaveLength(0);
  });
});
