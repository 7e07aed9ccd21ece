import { describe, expect, test } from '@jest/globals';
import { up } from './words';

describe('one', () => {
  test('letter', () => {
    expect(up('a')).toBe('A');
  });
});

describe.each(['p', 'q'])('two, %s first', (letter) => {
  test('letters', () => {
    expect(up(`${letter}a`)).toMatch(/A$/);
  });

  test.each(['r', 's'])('and %s', (other) => {
    expect(up(letter + other)).toMatch(/^[PQ][RS]$/);
  });
});

for (const letter of ['x', 'y']) {
  describe(`three, ${letter} first`, () => {
    test('letters', () => {
      expect(up(`${letter}bc`)).toMatch(/BC$/);
    });
  });
}

describe('none', () => {
  test('letter', () => {
    expect(up('')).toBe('');
  });

  test.each([[' '], ['-']])('only "%s"', (text) => {
    expect(up(text)).toBe(text);
  });
});
