import { describe, expect, test } from '@jest/globals';
import { reverse } from './reverse-string';

describe('Umkehren «ö»', () => {
  test('Wörter', () => {
    expect(reverse('Grüße')).toBe('eßürG');
  });

  test('日本語 "with quotes" and \'more\' \\ of them', () => {
    expect(reverse('日本')).toBe('本日');
  });

  test('emoji 👩‍👧', () => {
    expect([...reverse('a👍')]).toEqual(['👍', 'a']);
  });
});
