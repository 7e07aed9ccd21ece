import { describe, describe as suite, expect, test } from '@jest/globals';
import { one } from './groups-by-other-names';

const isOne = () => { expect(one()).toBe(1); };

suite('a name of its own', () => {
  test('in it', () => { expect(one()).toBe(1); });
});

const context = describe;
describe('a group', () => {
  context('when it is called otherwise', () => {
    test('in it', () => { expect(one()).toBe(1); });
  });
});

globalThis.describe('of the global object', () => {
  test('in it', () => { expect(one()).toBe(1); });
});

const when = one() ? describe : describe.skip;
when('chosen', () => {
  test('in it', () => { expect(one()).toBe(1); });
});

(one() ? describe : xdescribe)('chosen in place', () => {
  test('in it', () => { expect(one()).toBe(1); });
});

function helper(name, body) {
  describe(name, body);
}
helper('by a function', () => {
  test('in it', () => { expect(one()).toBe(1); });
});

const wrapped = (body) => () => { body(); };
describe('wrapped', wrapped(() => {
  test('in it', () => { expect(one()).toBe(1); });
}));

const shared = {
  method() { test('by a method', isOne); test('of a method', () => { isOne(); }); },
  arrow: () => { test('of an arrow', () => { isOne(); }); },
  unused: () => { test('never declared: nobody calls it', () => {}); },
};
class Shared { static run() { test('of a class', () => { isOne(); }); } }
let later;
later = () => { test('assigned', () => { isOne(); }); };
describe('shared', () => {
  shared.method();
  shared.arrow();
  Shared.run();
  later();
});

one() === 2 && test('never declared: and', () => {});
one() === 1 || test('never declared: or', () => {});
one() === 2 ? test('never declared: otherwise', () => {}) : test('declared', () => { isOne(); });

describe('early', () => {
  if (one() === 1) {
    test('before the end', () => { isOne(); });
    return;
  }
  test('never declared: behind a return', () => {});
});

block: {
  test('in a block', () => { isOne(); });
  break block;
  test('never declared: behind a break', () => {});
}

try {
  test('tried', () => { isOne(); });
} catch {
  test('never declared: caught', () => {});
}

describe('groups-by-other-names.spec.js', () => {
  test('in a group that is called like the file', () => { expect(one()).toBe(1); });
});
