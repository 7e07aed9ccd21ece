// What a submission finds locked when its first line runs: jest's functions in the realm of the tests, what jest keeps
// there, and in node's own realm (which code under test reaches through any function of node's) what the reporter uses.
'use strict';

const path = require('path');
const { isMap, isProxy, isSet } = require('util').types;
const { GLOBALS } = require('./own_names.js');

const { apply, ownKeys } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
const { entries: mapEntries } = Map.prototype;
const { values: setValues } = Set.prototype;

const MOST_VALUES = 10_000;
// What a matcher is given beside what is in expect's state, and what comes into that while a test runs.
const STATE = [
  'customTesters', 'dontThrow', 'equals', 'error', 'expectedAssertionsNumberError', 'isExpectingAssertionsError', 'isNot',
  'promise', 'utils',
];

/** What is there can't be replaced; other properties may still be added. */
function lock(owner, keys = ownKeys(owner)) {
  for (const key of keys) {
    const now = Object.getOwnPropertyDescriptor(owner, key);
    // (The global object of a realm of node's forgets a value that isn't said again.)
    if (now?.configurable && 'value' in now) {
      Object.defineProperty(owner, key, { ...now, configurable: false, writable: false });
    }
  }
}

/**
 * The same for what is inherited by values that a solution makes itself: those may get a method of the same name, which
 * a property that can't be written would forbid.
 */
function lockInherited(owner, keys) {
  for (const key of keys) {
    const { value, enumerable, configurable } = Object.getOwnPropertyDescriptor(owner, key);
    if (!configurable) continue;
    defineProperty(owner, key, {
      get: () => value,
      set(own) {
        if (this === owner) throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
        defineProperty(this, key, { value: own, configurable: true, enumerable: true, writable: true });
      },
      enumerable,
      configurable: false,
    });
  }
}

/** `test.only.each` and the like. */
function lockFunction(value) {
  for (const key of ownKeys(value)) {
    const { value: inner, configurable } = Object.getOwnPropertyDescriptor(value, key);
    if (typeof inner !== 'function' || !configurable) continue;
    lock(value, [key]);
    lockFunction(inner);
  }
}

/**
 * What expect knows of a test (how many assertions that awaits, say) can be read, and only jest itself changes it: it has
 * its functions by itself, and its state in a place of its own (realm_patches.js).
 */
function closeState(expect, expectations) {
  if (typeof expect?.setState !== 'function' || expectations === undefined) return;
  const { getState, setState } = expect;
  const { state } = expectations;
  expectations.state = { ...state };
  if (getState() !== state) {
    expectations.state = state; // a version of jest that reads it from there
    return;
  }
  expect.getState = () => ({ ...getState(), suppressedErrors: [...getState().suppressedErrors] });
  expect.setState = (added) => {
    const isOwn = ([key]) => !Object.hasOwn(state, key) && !STATE.includes(key);
    setState(Object.fromEntries(Object.entries({ ...added }).filter(isOwn)));
  };
  expect.extractExpectedAssertionsErrors = () => [];
}

/**
 * To be called when jest-circus is ready and no code under test has been loaded. `source`: of the test file, which may
 * itself use what is closed to a solution.
 */
function protectRealm(global, source) {
  // What loops go on with: with another one those of the tests come to their end at once.
  for (const iterable of [new global.Array(), new global.Map(), new global.Set(), new global.String()]) {
    lock(Object.getPrototypeOf(iterable[Symbol.iterator]()), ['next']);
  }
  // With these, made-up events could be told. (jest-circus itself has the list and doesn't look here again.)
  delete global[Symbol.for('EVENT_HANDLERS')];
  // Tests that are run until they pass by chance.
  if (!source.includes('retryTimes')) {
    const fixed = { configurable: false, enumerable: false, writable: false };
    Object.defineProperty(global, Symbol.for('RETRY_TIMES'), { ...fixed, value: 0 });
    Object.defineProperty(global, Symbol.for('RETRY_TIMES_SETTER'), { ...fixed, value: () => undefined });
  }
  const expectations = global[Symbol.for('$$jest-matchers-object')];
  if (!source.includes('setState')) closeState(global.expect, expectations);
  for (const name of GLOBALS) {
    if (typeof global[name] !== 'function') continue;
    lock(global, [name]);
    lockFunction(global[name]);
  }
  if (expectations === undefined) return;
  lock(expectations);
  if (!source.includes('addEqualityTesters')) Object.freeze(expectations.customEqualityTesters);
}

/** node's own: the reporter, jest's main part and Babel rely on it. */
function protectMain() {
  const { prototype: typed } = Object.getPrototypeOf(Uint8Array);
  const owners = [
    Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, String.prototype, RegExp.prototype,
    Array.prototype, Promise.prototype, Buffer, JSON, Reflect, Math, Object, Array,
  ];
  for (const owner of owners) lock(owner, functionsOf(owner));
  // Those of the tests' realm are node's own.
  for (const owner of [Buffer.prototype, typed]) lockInherited(owner, functionsOf(owner));
  for (const { filename, exports } of Object.values(require.cache)) {
    if (filename.startsWith(__dirname + path.sep)) freezeModule(exports);
  }
  lock(Function.prototype, ['apply', 'bind', 'call', Symbol.hasInstance]);
}

/** Of the reporter's own modules: what they export, and the methods of their classes. */
function freezeModule(exports) {
  for (const value of [exports, ...Object.values(exports)]) {
    if (typeof value === 'function' && value.prototype !== undefined) Object.freeze(value.prototype);
    Object.freeze(value);
  }
}

const functionsOf = (owner) =>
  ownKeys(owner).filter((key) => key !== 'constructor' && typeof valueOf(owner, key) === 'function');

const valueOf = (owner, key) => Object.getOwnPropertyDescriptor(owner, key)?.value;

/** Matchers that don't compare what is in a value. */
const SHALLOW = new Set([
  'toBe', 'toBeCloseTo', 'toBeDefined', 'toBeFalsy', 'toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeInstanceOf',
  'toBeLessThan', 'toBeLessThanOrEqual', 'toBeNaN', 'toBeNull', 'toBeTruthy', 'toBeUndefined', 'toContain',
  'toHaveBeenCalled', 'toHaveBeenCalledTimes', 'toHaveLength', 'toHaveReturned', 'toHaveReturnedTimes', 'toMatch',
  'toThrow', 'toThrowError', 'toThrowErrorMatchingInlineSnapshot', 'toThrowErrorMatchingSnapshot',
]);

const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

/** Whether jest asks mayMatch before it asks a value, or a getter or a proxy for one (realm_patches.js). */
let isAskedFirst = false;

/** What a getter or a proxy gives, where nobody else looks at it before jest does. */
function given(owner, key) {
  if (isAskedFirst) return undefined;
  try {
    return owner[key];
  } catch {
    return undefined; // The matcher will meet it as well.
  }
}

/** Whether jest would ask it whether it is equal. */
function isAsymmetric(value) {
  for (let owner = isObject(value) ? value : null; owner !== null; owner = getPrototypeOf(owner)) {
    if (isProxy(owner)) return typeof given(owner, 'asymmetricMatch') === 'function';
    if (!hasOwn(owner, 'asymmetricMatch')) continue;
    const found = getOwnPropertyDescriptor(owner, 'asymmetricMatch');
    return found.get !== undefined || typeof found.value === 'function';
  }
  return false;
}

/** What jest-mock has noted of the calls of a function, which is a getter of its own. */
function callsOf(value) {
  if (typeof value !== 'function' || isProxy(value) || !valueOf(value, '_isMockFunction')) return [];
  try {
    return [value.mock.calls, value.mock.results];
  } catch {
    return []; // The matcher will meet it as well.
  }
}

/**
 * What there is in values that jest asks whether it is equal, instead of comparing it: the first of it, or all.
 * undefined if there is too much to look through. Getters and proxies aren't asked: they may count how often they are,
 * or be without an end.
 */
function asymmetricIn(values, isOneEnough) {
  const found = new Set();
  const seen = new Set();
  const rest = values.filter(isObject);
  for (let count = 0; rest.length > 0; ) {
    if (seen.size > MOST_VALUES) return undefined;
    const one = rest.pop();
    if (seen.has(one)) continue;
    seen.add(one);
    if (isAsymmetric(one)) {
      found.add(one);
      if (isOneEnough) return found;
    }
    if (typeof one === 'function' || isProxy(one) || ArrayBuffer.isView(one)) continue;
    const add = (inner) => {
      if (isObject(inner)) rest.push(inner);
    };
    try {
      for (const [key, inner] of isMap(one) ? mapEntries.call(one) : []) {
        add(key);
        add(inner);
      }
      for (const inner of isSet(one) ? setValues.call(one) : []) add(inner);
      for (const key of ownKeys(one)) {
        if (isOneEnough && ++count > MOST_VALUES) return undefined;
        const { enumerable, get, value } = getOwnPropertyDescriptor(one, key);
        if (enumerable) add(get === undefined ? value : given(one, key));
      }
    } catch {
      // The matcher will meet it as well.
    }
  }
  return found;
}

/** What the matcher that runs has been told to expect, as far as it may match by itself; undefined: whatever does. */
let expectedToMatch;

/** Whether jest may ask a value whether it is equal. */
function mayMatch(value) {
  return expectedToMatch === undefined || expectedToMatch.has(value);
}

/** Gives `mayMatch` to jest's own module (realm_patches.js), which takes it if it is the version that is known. */
function offerMayMatch(global, name) {
  const get = () => {
    isAskedFirst = true;
    return mayMatch;
  };
  defineProperty(global, name, { get, configurable: true });
}

/**
 * Lets matchers only be used on what they are made for, and with the builtins that they need. `assertions` are told what
 * they have found that fails.
 */
function watchMatchers(matchers, builtins, assertions) {
  const check = () => {
    const changed = builtins.replaced();
    if (changed !== undefined) throw new Error(`The solution changed ${changed}, which the tests themselves need.`);
  };
  for (const name of Object.keys(matchers)) {
    const original = matchers[name];
    const isShallow = SHALLOW.has(name);
    const watched = {
      [name](received, ...expected) {
        check();
        if (!isShallow && asymmetricIn([received, ...callsOf(received)], true)?.size > 0) {
          throw new TypeError('The solution gave an asymmetric matcher: only what is expected may be one.');
        }
        const around = expectedToMatch;
        expectedToMatch = isShallow ? new Set(expected.filter(isAsymmetric)) : asymmetricIn(expected, false);
        const mark = assertions.mark();
        try {
          const result = apply(original, this, [received, ...expected]);
          check();
          if (result?.pass === this.isNot) assertions.failed(result, this.currentTestIdentity);
          else if (result?.pass && name.startsWith('toThrow')) assertions.goBack(mark);
          return result;
        } finally {
          expectedToMatch = around;
        }
      },
    }[name];
    for (const key of Object.getOwnPropertySymbols(original)) watched[key] = original[key];
    matchers[name] = watched;
  }
}

module.exports = { offerMayMatch, protectMain, protectRealm, watchMatchers };
