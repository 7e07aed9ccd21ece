import { describe, expect, test } from '@jest/globals';
import { complain, say, write } from './talker';

describe('Talker', () => {
  test('silent', () => {
    expect(true).toBe(true);
  });

  test('short', () => {
    expect(say('Hello,', 'World!')).toBe('Hello,');
  });

  test('values', () => {
    say({ a: [1, 2], b: new Map([['x', 1]]) });
    say('%s has %d', 'Ada', 3);
    complain('to stderr');
    console.warn('a warning');
  });

  test('lines and failure', () => {
    say('one\ntwo');
    expect(say('three')).toBe('four');
  });

  test('not through the console', () => {
    write('a');
    write('b\n');
    expect(say('c')).toBe('c');
  });

  test('at the limit', () => {
    expect(say('x'.repeat(494))).toHaveLength(494);
  });

  test('over the limit', () => {
    expect(say('x'.repeat(495))).toHaveLength(495);
  });

  test('multibyte at the limit', () => {
    expect(say('é'.repeat(494))).toHaveLength(494);
  });

  test('multibyte over the limit', () => {
    expect(say('日'.repeat(600))).toHaveLength(600);
  });
});
