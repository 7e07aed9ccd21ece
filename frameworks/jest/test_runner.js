// The `testRunner` of jest: jest-circus, listened to.
'use strict';

const path = require('path');

// What a test threw is known. A promise that it left alone belongs to it as well.
const ENDS = new Set(['hook_success', 'hook_failure', 'test_fn_success', 'test_fn_failure']);

let shared;

/** Who gets the events, and what the tests print with. */
function attach(parts) {
  shared = parts;
}

/** Runs a file as jest's own runner does. */
async function run(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  const { session, printed, circus, makeConsole, rejections, root, runsSkipped } = shared;
  const { global } = environment;
  const context = { file: path.relative(root, testPath), path: testPath, global, runsSkipped };
  const theirs = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    session.handle(event, state, context);
    await theirs?.(event, state);
    if (ENDS.has(event.name)) await rejections?.told();
  };
  const replace = (owner, name, value, enumerable) =>
    Object.defineProperty(owner, name, { value, configurable: true, enumerable, writable: true });
  if (global.process !== undefined) {
    replace(global.process, 'stdout', printed.stream(1), true);
    replace(global.process, 'stderr', printed.stream(2), true);
  }
  replace(global, 'console', makeConsole(), false);
  return circus(globalConfig, config, environment, runtime, testPath, sendMessageToJest);
}

module.exports = run;
module.exports.attach = attach;
