import { describe, expect, test, xtest } from '@jest/globals';
import { greet, ofChild } from './greeter';

describe('Greeter', () => {
  test('a name', () => {
    expect(greet('Ada')).toBe('Hello, Ada!');
  });

  xtest('a program that is started', () => {
    expect(ofChild()).toBe('test');
  });
});
