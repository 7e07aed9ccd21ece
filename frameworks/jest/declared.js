// What the test file declares, and that it stays so. jest-circus' own record of it is in no place that a solution is
// given; a function of node's may show a part of it all the same.
'use strict';

const { testsOf } = require('./blocks.js');

const { defineProperty, freeze, getOwnPropertyDescriptor } = Object;

const OF_TESTS = ['concurrent', 'failing', 'fn', 'name', 'parent', 'timeout', 'type'];
const OF_BLOCKS = ['children', 'hooks', 'name', 'parent', 'type'];
const OF_HOOKS = ['fn', 'parent', 'timeout', 'type'];

/** False if something else than a value stands there. */
function lock(owner, keys) {
  let isPlain = true;
  for (const key of keys) {
    const now = getOwnPropertyDescriptor(owner, key);
    if (now === undefined) continue;
    if ('value' in now) defineProperty(owner, key, { ...now, configurable: false, writable: false });
    else isPlain = false;
  }
  return isPlain;
}

function lockBlock(block) {
  let isPlain = lock(block, OF_BLOCKS);
  freeze(block.children);
  freeze(block.hooks);
  for (const hook of block.hooks) isPlain = lock(hook, OF_HOOKS) && isPlain;
  for (const child of block.children) {
    isPlain = (child.type === 'test' ? lock(child, OF_TESTS) : lockBlock(child)) && isPlain;
  }
  return isPlain;
}

class Declared {
  #tests = new Map(); // of a file: what was said of each when it was declared
  #doubt = undefined;
  #identities = new WeakMap(); // of tests: what stands for each, and the test for that

  fileBegins() {
    this.#tests.clear();
    this.#doubt = undefined;
  }

  add(test, { fn, failing, concurrent }) {
    this.#tests.set(test, { fn, failing, concurrent });
  }

  /** To be called when all is declared and no hook has run: from here on it stays. */
  seal(root) {
    const isPlain = lockBlock(root);
    const found = testsOf(root);
    const isWhole = found.length === this.#tests.size && new Set(found).size === found.length;
    if (!isPlain || !isWhole || found.some((test) => !this.#isSame(test))) {
      this.doubtAll('The solution changed the tests.');
    }
  }

  /** No test of the file can pass. */
  doubtAll(words) {
    this.#doubt ??= words;
  }

  /** Why a test can't pass, or undefined. */
  doubt(test) {
    return this.#doubt ?? (this.#isSame(test) ? undefined : 'The solution changed this test.');
  }

  /** What stands for a test where code under test may come by it. */
  identityOf(test) {
    let identity = this.#identities.get(test);
    if (identity === undefined) {
      identity = freeze({});
      this.#identities.set(test, identity).set(identity, test);
    }
    return identity;
  }

  testOf(identity) {
    return this.#identities.get(identity) ?? identity;
  }

  #isSame(test) {
    const said = this.#tests.get(test);
    return said !== undefined && Object.keys(said).every((key) => getOwnPropertyDescriptor(test, key)?.value === said[key]);
  }
}

module.exports = { Declared };
