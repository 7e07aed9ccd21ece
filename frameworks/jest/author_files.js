// The author's files beside the tests (.meta/config.json names them) are loaded into the same realm as the solution, which
// finds what they export, and what jest hands to every module.
'use strict';

const path = require('path');

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { ownKeys } = Reflect;

const MOST_VALUES = 20_000;

// Of `jest`: what changes the modules and the mocks of others.
const CLOSED = [
  'autoMockOff', 'autoMockOn', 'clearAllMocks', 'deepUnmock', 'disableAutomock', 'doMock', 'dontMock', 'enableAutomock',
  'isolateModules', 'isolateModulesAsync', 'mock', 'onGenerateMock', 'resetAllMocks', 'resetModules', 'restoreAllMocks',
  'setMock', 'unmock', 'unstable_mockModule', 'unstable_unmockModule',
];
// A file that asks for `jest` when it has long been loaded.
const ASKS_LATE = /\b(?:require|import)\s*\(\s*['"]@jest\/globals/u;
// Tests that may put something of their own in the place of what a file exports.
const REPLACES = /\b(?:spyOn|replaceProperty|require|requireActual)\b|\*\s*as\b/u;
// What is exported may be given another value by the file itself.
const REASSIGNS = /^(?:export\s+)?(?:let|var)\b|\bexports\b/mu;

/** `jest` as a solution has it. */
function closedJest(jest) {
  const closed = { ...jest };
  for (const name of CLOSED.filter((each) => typeof jest[each] === 'function')) {
    closed[name] = () => {
      throw new TypeError(`jest.${name} is closed to a solution: it could change what the tests find.`);
    };
  }
  return Object.freeze(closed);
}

/** Names of exported data that nothing else in the file uses: so whoever changes it, it isn't the file. */
function unusedData(text) {
  const names = [...text.matchAll(/^export\s+const\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=/gmu)].map(([, name]) => name);
  return names.filter((name) => text.split(name).length === 2);
}

/** What stands in plain data, one after the other; undefined if that is too much. */
function contents(value, plain) {
  const found = [];
  const seen = new Set();
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (found.push(one) > MOST_VALUES) return undefined;
    if (one === null || typeof one !== 'object' || seen.has(one) || !plain.has(getPrototypeOf(one))) continue;
    seen.add(one);
    for (const key of ownKeys(one)) {
      const { value: inner, get } = getOwnPropertyDescriptor(one, key);
      found.push(key);
      rest.push(get ?? inner);
    }
  }
  return found;
}

const isSame = (before, now) => before.length === now?.length && before.every((each, i) => is(each, now[i]));

class AuthorFiles {
  #authors; // path: text
  #plain; // prototypes of plain data
  #mayReplace;
  #loading = []; // files whose code is run right now, the innermost last
  #data = []; // {path, file (as it is shown), name, value, contents}
  #changed = undefined; // what a solution has changed

  constructor(authors, global) {
    this.#authors = authors;
    this.#plain = new Set([global.Array.prototype, global.Object.prototype, null]);
    this.#mayReplace = [...authors.values()].some((text) => REPLACES.test(text));
  }

  /** To be called before the first file is loaded. */
  watch({ cjsLoader, jestGlobals }) {
    // (Its version is ours. With another one there would be less protection, and the tests would run.)
    if (typeof cjsLoader?.loadModule !== 'function' || typeof jestGlobals?.jestObjectFor !== 'function') return;
    const load = cjsLoader.loadModule.bind(cjsLoader);
    cjsLoader.loadModule = (module, from, name, file, options, ...rest) => {
      if (options?.isInternalModule) return load(module, from, name, file, options, ...rest);
      this.#leave();
      this.#loading.push(file);
      this.#enter();
      let result;
      try {
        result = load(module, from, name, file, options, ...rest);
      } finally {
        this.#leave();
        this.#loading.pop();
        if (this.#authors.has(file)) this.#settle(module, file);
        this.#enter();
      }
      if (this.#changed !== undefined && this.#loading.every((each) => this.#authors.has(each))) {
        throw new Error(this.changed());
      }
      return result;
    };
    const plainly = jestGlobals.jestObjectFor.bind(jestGlobals);
    const closed = new Map();
    jestGlobals.jestObjectFor = (from) => {
      const text = this.#authors.get(from);
      // (By `require.main.require` anybody can ask in the name of the test file.)
      if (text !== undefined && (this.#loading.at(-1) === from || ASKS_LATE.test(text))) return plainly(from);
      if (!closed.has(from)) closed.set(from, closedJest(plainly(from)));
      return closed.get(from);
    };
  }

  /** Says what the solution has changed while it was loaded, and, if nothing is loading, since then. */
  changed() {
    if (this.#loading.length === 0) this.#compare();
    if (this.#changed === undefined) return undefined;
    const { file, name } = this.#changed;
    return `The solution changed ${name === 'default' ? 'what is exported' : name} in ${file}, which the tests need.`;
  }

  get #isSolution() {
    return this.#loading.length > 0 && !this.#authors.has(this.#loading.at(-1));
  }

  // From here on until `#leave` it's the solution, or nobody, who runs.
  #enter() {
    if (!this.#isSolution && this.#loading.length > 0) return;
    for (const data of this.#data) data.contents = contents(data.value, this.#plain);
  }

  #leave() {
    if (this.#isSolution) this.#compare();
  }

  #compare() {
    const isChanged = ({ contents: before, value }) => before !== undefined && !isSame(before, contents(value, this.#plain));
    this.#changed ??= this.#data.find(isChanged);
  }

  /** What a file of the author's exports stays the same, as long as only the solution could want it otherwise. */
  #settle(module, file) {
    const text = this.#authors.get(file);
    const { exports } = module;
    defineProperty(module, 'exports', { value: exports, configurable: false, enumerable: true, writable: false });
    if (exports === null || typeof exports !== 'object') return;
    const shown = path.basename(file);
    this.#data = this.#data.filter((data) => data.path !== file); // it may be loaded again
    if (file.endsWith('.json')) {
      this.#data.push({ path: file, file: shown, name: 'default', value: exports });
      return;
    }
    for (const name of unusedData(text)) {
      const value = getOwnPropertyDescriptor(exports, name)?.value;
      if (value !== null && typeof value === 'object') this.#data.push({ path: file, file: shown, name, value });
    }
    if (REASSIGNS.test(text) || this.#mayReplace) return;
    for (const key of ownKeys(exports)) {
      const now = getOwnPropertyDescriptor(exports, key);
      if (now.configurable && 'value' in now) defineProperty(exports, key, { ...now, configurable: false, writable: false });
    }
  }
}

module.exports = { AuthorFiles };
