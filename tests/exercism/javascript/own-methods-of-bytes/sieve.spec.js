import { describe, expect, test, xtest } from '@jest/globals';
import { primes, shown } from './sieve';

describe('Sieve', () => {
  test('primes below 2', () => {
    expect(primes(1)).toEqual([]);
  });

  xtest('primes up to 13', () => {
    expect(primes(13)).toEqual([2, 3, 5, 7, 11, 13]);
  });

  xtest('shown', () => {
    expect(shown(5)).toBe('2 3 5.');
  });
});
