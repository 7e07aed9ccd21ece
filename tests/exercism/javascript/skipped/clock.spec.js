import { describe, expect, it, test, xdescribe, xit, xtest } from '@jest/globals';
import { at } from './clock';

describe('Clock', () => {
  test('on the hour', () => {
    expect(at(8)).toEqual('08:00');
  });

  xtest('past the hour', () => {
    const xtest = 'a word, not a call';
    expect(at(11, 9)).toEqual('11:09');
  });

  xit('midnight', () => {
    expect(at(24)).toEqual('00:00');
  });

  test.skip('with a method', () => {
    expect(at(1)).toEqual('01:00');
  });

  it.skip('with the other method', () => {
    expect(at(2)).toEqual('02:00');
  });
});

xdescribe('Skipped group', () => {
  test('runs', () => {
    expect(at(3)).toEqual('03:00');
  });
});

describe.skip('Another skipped group', () => {
  describe('with a group', () => {
    xtest('runs', () => {
      expect('xtest(test.skip(').toEqual('xtest(test.skip(');
    });
  });
});
