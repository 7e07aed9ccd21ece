// The `testRunner` of jest: jest-circus, listened to.
'use strict';

const fs = require('fs');
const path = require('path');
const { AuthorFiles } = require('./author_files.js');
const { Builtins } = require('./builtins.js');
const { guardMatchers, guardProcess } = require('./guard.js');
const { closeLiveCode } = require('./live_code.js');
const { NOTED, mayReplace } = require('./noted.js');
const { offerMayMatch, protectMain, protectRealm } = require('./protect.js');
const { IDENTITY, MAY_MATCH } = require('./realm_patches.js');

// What a test threw is known. A promise that it left alone belongs to it as well.
const ENDS = new Set(['hook_success', 'hook_failure', 'test_fn_success', 'test_fn_failure']);

let shared;

/** Who gets the events. Only once: the code under test might find this module. */
function attach(session) {
  shared ??= session;
}

/** Whether a submission's file gets core-js from the submission itself. */
function bringsCoreJs(root, from) {
  let directory = path.dirname(from);
  for (; directory.startsWith(root); directory = path.dirname(directory)) {
    if (fs.existsSync(path.join(directory, 'node_modules', 'core-js'))) return true;
  }
  return false;
}

/** Locks what a submission must not change, right before its first line: the test file's, which loads the rest. */
function protectBefore({ testPath, root, source, runtime, environment, builtins }) {
  for (const name of ['requireModule', 'unstable_importModule']) {
    const original = runtime[name].bind(runtime);
    runtime[name] = (from, ...rest) => {
      if (from === testPath && (rest[0] === undefined || name !== 'requireModule')) {
        closeLiveCode(environment.global.process);
        // As a script of the project would have it. (What colours words has looked for --color by now.)
        const { process: target } = environment.global;
        target.argv = [process.execPath, path.join(root, 'node_modules', '.bin', 'jest')];
        protectRealm(environment.global, source);
        if (mayReplace(source)) environment.global[NOTED] = (name, value) => builtins.note(name, value);
        protectMain();
      }
      return original(from, ...rest);
    };
  }
  const asked = runtime.requireModuleOrMock.bind(runtime);
  runtime.requireModuleOrMock = (from, request) =>
    typeof request === 'string' && request.startsWith('core-js/') && !bringsCoreJs(root, from)
      ? builtins.whileReplacing(() => asked(from, request))
      : asked(from, request);
}

/**
 * Runs a file as jest's own runner does. `text`: of a submission's test file, which may have another one by now; `authors`:
 * the same of all `files` that aren't the solution's, and whether they `areAllKnown`.
 */
async function run(globalConfig, config, environment, runtime, testPath, sendMessageToJest, text, authors) {
  const { session, printed, circus, CustomConsole, exercise, root, onOutside, optionalIn, rejections } = shared;
  const isOptional = optionalIn?.(testPath);
  const source = exercise ? text : '';
  const { moduleMocker } = environment;
  const isSpy = (value) => typeof value === 'function' && moduleMocker?._mockConfigRegistry.has(value) === true;
  const builtins = exercise ? new Builtins(environment.global, source, isSpy) : undefined;
  const { global } = environment;
  const texts = authors && [...authors.files.values()];
  const context = { file: path.relative(root, testPath), path: testPath, global, isOptional, builtins, authors: texts };
  const files = exercise && authors.areAllKnown ? new AuthorFiles(authors.files, global) : undefined;
  files?.watch(runtime);
  const theirs = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'setup' && exercise) {
      delete environment.global[MAY_MATCH];
      delete environment.global[IDENTITY];
      guardMatchers(environment.global, builtins, session.assertions);
    }
    if (event.name === 'run_start') {
      const changed = files?.changed();
      if (changed !== undefined) session.declared.doubtAll(changed);
    }
    session.handle(event, state, context);
    if (theirs !== undefined) await theirs(event, state);
    if (ENDS.has(event.name)) await rejections?.told();
  };
  if (exercise) {
    offerMayMatch(environment.global, MAY_MATCH);
    environment.global[IDENTITY] = (test) => session.declared.identityOf(test);
  }
  if (exercise) protectBefore({ testPath, root, source, runtime, environment, builtins });
  const { process: tests } = environment.global;
  if (tests !== undefined) {
    guardProcess(tests, session, onOutside);
    for (const [name, descriptor] of [['stdout', 1], ['stderr', 2]]) {
      const value = printed.stream(descriptor);
      Object.defineProperty(tests, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }
  Object.defineProperty(environment.global, 'console', {
    value: printed.console(CustomConsole),
    configurable: true,
    enumerable: false,
    writable: true,
  });
  return circus(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
}

module.exports = run;
module.exports.attach = attach;
