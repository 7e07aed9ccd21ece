// What jest needs of the realm of the tests, as it was before a submission was loaded. jest-circus and the matchers run
// in that realm: with another Function.prototype.call a test looks as if it had passed without having run at all.
'use strict';

// Not all that there is: core-js, which Babel puts into programs, replaces some (Array.prototype.push) and adds others.
const NEEDED = {
  Object: ['keys', 'entries', 'defineProperty', 'getOwnPropertyNames', 'getOwnPropertySymbols', 'getPrototypeOf'],
  'Object.prototype': ['hasOwnProperty', 'toString'],
  'Function.prototype': ['apply', 'bind', 'call'],
  Array: ['isArray'],
  'Array.prototype': ['every', 'filter', 'forEach', 'map', 'slice', 'some', Symbol.iterator],
  Promise: ['all', 'race', 'reject', 'resolve'],
  'Promise.prototype': ['catch', 'then'],
  Reflect: ['apply', 'getPrototypeOf', 'ownKeys'],
  'Map.prototype': ['get', 'has', 'set'],
  'Set.prototype': ['add', 'has'],
};

class Builtins {
  #known = [];

  constructor(global) {
    for (const [name, keys] of Object.entries(NEEDED)) {
      const [constructor, isPrototype] = name.split('.');
      const owner = isPrototype ? global[constructor].prototype : global[constructor];
      for (const key of keys) this.#known.push({ owner, key, value: owner[key], name: `${name}.${String(key)}` });
      if (!isPrototype) this.#known.push({ owner: global, key: name, value: owner, name });
    }
  }

  /** The name of something that isn't what it was. (What jest's own spies stand for is the tests' affair.) */
  changed() {
    for (const { owner, key, value, name } of this.#known) {
      const now = Object.getOwnPropertyDescriptor(owner, key)?.value;
      if (now !== value && now?._isMockFunction !== true) return name;
    }
    return undefined;
  }
}

module.exports = { Builtins };
