// Changes to jest's own modules in the realm of a submission's tests: what a solution gives to a test is asked neither
// whether it equals something, nor whether it has been awaited; and what jest knows of the tests isn't in the global
// object, where a solution would find it. Where a version of jest reads otherwise, nothing is changed: what protect.js
// does holds there alone.
'use strict';

const path = require('path');

/** By this name a realm gets, while jest is loaded into it, the function that says what may match by itself. */
const MAY_MATCH = Symbol.for('proctor.mayMatch');
/** The same for the function that gives what stands for a test where a solution could come by it. */
const IDENTITY = Symbol.for('proctor.identity');

const PATCHES = {
  // A value that says nothing of it when it is looked at may still have an asymmetricMatch when it is compared.
  '@jest/expect-utils/build/index.js': [
    [
      "function isAsymmetric(obj) {\n  return !!obj && isA('Function', obj.asymmetricMatch);\n}",
      `const proctorMayMatch = globalThis[Symbol.for('${MAY_MATCH.description}')] ?? (() => true);
function isAsymmetric(obj) {
  return !!obj && proctorMayMatch(obj) && isA('Function', obj.asymmetricMatch);
}`,
    ],
  ],
  // A promise's own then may come back without having called anybody: then nothing would have been expected of it.
  'expect/build/index.js': [
    [
      'const makeResolveMatcher = (',
      `const ProctorPromise = Promise;
const { then: proctorThen } = Promise.prototype;
const { apply: proctorApply, getPrototypeOf: proctorPrototype } = Reflect;
const { hasOwn: proctorHasOwn } = Object;
const { isPromise: proctorIsPromise } = require('util').types;
const proctorPlain = (value) => {
  const isOwn = proctorIsPromise(value);
  if (isOwn && proctorPrototype(value) === ProctorPromise.prototype && !proctorHasOwn(value, 'then') && !proctorHasOwn(value, 'constructor')) return value;
  return new ProctorPromise((resolve, reject) => {
    if (isOwn) proctorApply(proctorThen, value, [resolve, reject]);
    else value.then(resolve, reject);
  });
};
const makeResolveMatcher = (`,
    ],
    ['return actualWrapper.then(', 'return proctorPlain(actualWrapper).then('],
    // Which assertions a test awaits stands there.
    [
      'const getState = () => globalThis[JEST_MATCHERS_OBJECT].state;',
      `const proctorState = globalThis[JEST_MATCHERS_OBJECT].state;
const getState = () => proctorState;`,
    ],
    ['Object.assign(globalThis[JEST_MATCHERS_OBJECT].state, state);', 'Object.assign(proctorState, state);'],
  ],
  'jest-circus/build/jestAdapterInit.js': [
    ['const getState = () => globalThis[_types.STATE_SYM];', 'let proctorState;\nconst getState = () => proctorState;'],
    [
      '(0, _jestUtil.setGlobal)(globalThis, _types.STATE_SYM, initializedState);',
      'proctorState = initializedState;',
    ],
    // Where node keeps what belongs to a test, promises show it when they are printed: a number only.
    [
      'const getTestExecutionContext = () => testExecutionContext.getStore();',
      `const proctorContexts = { __proto__: null };
let proctorCount = 0;
const getTestExecutionContext = () => proctorContexts[testExecutionContext.getStore()];`,
    ],
    [
      `testExecutionContext.run({
  ...testExecutionContext.getStore(),
  ...context
}, callback);`,
      `{
  proctorContexts[++proctorCount] = { ...getTestExecutionContext(), ...context };
  return testExecutionContext.run(proctorCount, callback);
};`,
    ],
    // jest's own functions, as protect.js puts others in their places that a solution may call.
    [
      'var _expect = require("@jest/expect");',
      'var _expect = require("@jest/expect");\nconst proctorExpect = { ..._expect.jestExpect };',
    ],
    ['_expect.jestExpect.', 'proctorExpect.'],
    // A matcher is told it, also one of the solution's own; from a test one comes to all the others.
    [
      'return (0, _testExecutionContext.getTestExecutionContext)()?.test;',
      `const test = (0, _testExecutionContext.getTestExecutionContext)()?.test;
      return test === undefined ? undefined : proctorIdentity(test);`,
    ],
    [
      'const run = async () => {',
      `const proctorIdentity = globalThis[Symbol.for('${IDENTITY.description}')] ?? ((test) => test);
const run = async () => {`,
    ],
  ],
};

/** The text of a file below `modules`, with what is to be changed in it. */
function patched(file, text, modules) {
  const patches = PATCHES[path.relative(modules, file)] ?? [];
  if (!patches.every(([plain]) => text.includes(plain))) return text;
  return patches.reduce((changed, [plain, other]) => changed.replaceAll(plain, () => other), text);
}

/** The files that `patched` changes. */
const filesIn = (modules) => Object.keys(PATCHES).map((file) => path.join(modules, file));

module.exports = { IDENTITY, MAY_MATCH, filesIn, patched };
