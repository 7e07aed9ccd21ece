// What jest and the tests need of their realm, as it was before a submission was loaded. jest-circus and the matchers run
// in that realm: with another Function.prototype.call a test looks as if it had passed without having run at all, and
// with another Map.prototype.forEach a loop over a table tests nothing.
'use strict';

const NEEDED = {
  Object: ['keys', 'entries', 'assign', 'is', 'defineProperty', 'getOwnPropertyNames', 'getOwnPropertySymbols', 'getPrototypeOf', 'values'],
  'Object.prototype': ['hasOwnProperty', 'toString'],
  'Function.prototype': ['apply', 'bind', 'call'],
  Array: ['from', 'isArray'],
  'Array.prototype': [
    'concat', 'entries', 'every', 'filter', 'find', 'findIndex', 'forEach', 'includes', 'indexOf', 'join', 'keys', 'map',
    'pop', 'reduce', 'slice', 'some', 'values', Symbol.iterator,
  ],
  Math: ['abs', 'floor', 'max', 'min', 'pow'],
  Number: ['isFinite', 'isInteger', 'isNaN'],
  Promise: ['all', 'race', 'reject', 'resolve'],
  'Promise.prototype': ['catch', 'then'],
  Reflect: ['apply', 'getPrototypeOf', 'ownKeys'],
  'RegExp.prototype': ['exec', 'test'],
  'String.prototype': [
    'endsWith', 'includes', 'indexOf', 'match', 'replace', 'slice', 'split', 'startsWith', 'toString', 'trim',
    Symbol.iterator,
  ],
  'Map.prototype': ['entries', 'forEach', 'get', 'has', 'keys', 'set', 'values', Symbol.iterator],
  'Set.prototype': ['add', 'entries', 'forEach', 'has', 'keys', 'values', Symbol.iterator],
};

// What isn't there by nature, and would make jest do something else than compare.
const PRIMITIVES = ['Object', 'Array', 'Boolean', 'Function', 'Number', 'String'];
const ABSENT = {
  then: PRIMITIVES, // a matcher's result would be taken for a promise
  asymmetricMatch: [...PRIMITIVES, 'BigInt', 'Date', 'Error', 'RegExp', 'Symbol'],
};
const CLASSES = ['Array', 'Error', 'EvalError', 'Object', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'];

class Builtins {
  #known = [];
  #absent = [];
  #isSpy;
  #noted = new Map(); // name: what the tests themselves put in its place

  /** `source`: of the test file, which may put spies in the place of what it names. `isSpy`: whether jest made it. */
  constructor(global, source, isSpy) {
    this.#isSpy = isSpy;
    for (const [name, keys] of Object.entries(NEEDED)) {
      const [constructor, isPrototype] = name.split('.');
      const owner = isPrototype ? global[constructor].prototype : global[constructor];
      const maySpy = source.includes('spyOn') && source.includes(name);
      for (const key of keys) this.#known.push({ owner, key, value: owner[key], name: `${name}.${String(key)}`, maySpy });
      if (!isPrototype) this.#known.push({ owner: global, key: name, value: owner, name, maySpy: false });
    }
    for (const [key, names] of Object.entries(ABSENT)) {
      for (const name of names) this.#absent.push({ owner: global[name].prototype, key, name: `${name}.prototype` });
    }
    for (const name of CLASSES) this.#absent.push({ owner: global[name], key: Symbol.hasInstance, name });
  }

  /** The test file puts that in the place of what is called so (noted.js). */
  note(name, value) {
    if (!this.#noted.has(name)) this.#noted.set(name, new Set());
    this.#noted.get(name).add(value);
    return value;
  }

  /**
   * core-js, which Babel puts into programs, replaces some: what changes while `load` runs is as good as what was there.
   */
  whileReplacing(load) {
    const before = this.#known.map(({ owner, key }) => owner[key]);
    try {
      return load();
    } finally {
      this.#known.forEach((known, i) => {
        if (known.value === before[i]) known.value = known.owner[known.key];
      });
    }
  }

  /** The name of something that isn't what it was. (What jest's own spies stand for is the tests' affair.) */
  changed() {
    for (const { owner, key, value, name, maySpy } of this.#known) {
      const now = Object.getOwnPropertyDescriptor(owner, key)?.value;
      if (now !== value && !(maySpy && this.#isSpy(now)) && !this.#noted.get(name)?.has(now)) return name;
    }
    return this.#added();
  }

  /** The same at each use of a matcher, so it must be quick. */
  replaced() {
    for (const { owner, key, value, name, maySpy } of this.#known) {
      const now = owner[key];
      if (now !== value && !(maySpy && this.#isSpy(now)) && !this.#noted.get(name)?.has(now)) return name;
    }
    return this.#added();
  }

  #added() {
    return this.#absent.find(({ owner, key }) => Object.hasOwn(owner, key))?.name;
  }
}

module.exports = { Builtins };
