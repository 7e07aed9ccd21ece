import { describe, expect, test } from '@jest/globals';
import { twoFer } from './two-fer';

describe('twoFer()', () => {
  test('no name given', () => {
    expect(twoFer()).toEqual('One for you, one for me.');
  });

  test('a name given', function () {
    const name = 'Alice'; // it is hers
    /* another comment */
    if (name) {
      expect(twoFer(name)).toEqual(
        'One for Alice, one for me.',
      );
    }
  });
});
