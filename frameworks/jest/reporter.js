// Runs a jest project or a submission, and tells proctor of each test (docs/adding-a-framework.md).
//
//   node reporter.js ROOT [options of jest …]
'use strict';

const { takeChannel } = require('./channel.js');

const channel = takeChannel();
const { reallyExit } = process;

const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');
const { Messages } = require('./messages.js');
const { Printed } = require('./printed.js');
const { Session } = require('./session.js');
const { guardDescriptors } = require('./guard.js');
const testRunner = require('./test_runner.js');

const take = (name) => {
  const value = process.env[name] ?? '';
  delete process.env[name];
  return value;
};

const [, , givenRoot, ...words] = process.argv;
const root = fs.realpathSync(givenRoot);
const prepared = take('PROCTOR_PREPARED');
const privateDirectory = take('PROCTOR_PRIVATE');
const tests = take('PROCTOR_TESTS').split('\n').filter((line) => line !== '');
for (const name of ['PROCTOR_ROOT', 'PROCTOR_FOLDER', 'PROCTOR_SLUG']) take(name);

/** The node_modules that jest is taken from. */
function findModules() {
  const places = channel.wanted.exercise
    ? [prepared, '/opt/test-runner', root, ...process.env.NODE_PATH?.split(':') ?? []]
    : [root, ...(function* () { for (let up = path.dirname(root); ; up = path.dirname(up)) { yield up; if (up === '/') return; } })(), prepared];
  for (const place of places) {
    if (place === '') continue;
    const modules = path.basename(place) === 'node_modules' ? place : path.join(place, 'node_modules');
    if (fs.existsSync(path.join(modules, 'jest/package.json'))) return modules;
  }
  return undefined;
}

async function main() {
  const modules = findModules();
  if (modules === undefined) {
    channel.error('jest is not there: install it in the project (npm install), or run `proctor warm`.');
    return 2;
  }
  const load = createRequire(path.join(modules, 'x.js'));
  const printed = new Printed(channel.wanted.exercise);
  for (const [name, descriptor] of [['stdout', 1], ['stderr', 2]]) {
    // node's own streams would make the descriptors non-blocking, and hold back what doesn't go at once.
    const value = printed.stream(descriptor);
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  }
  const { format } = load('pretty-format');
  const messages = new Messages(root, channel.wanted.exercise, (value) => format(value, { maxDepth: 3 }));
  const session = new Session(channel, printed, messages);
  guardDescriptors(channel.descriptor);
  const onError = (error, testPath) => {
    session.failed = true;
    channel.error(messages.ofTest(error, undefined) || `The tests in ${path.basename(testPath)} can't be run.`);
  };
  testRunner.attach({
    session,
    printed,
    root,
    circus: load('jest-circus/runner').default ?? load('jest-circus/runner'),
    CustomConsole: load('@jest/console').CustomConsole,
    onOutside: (how, error) => {
      onError(new Error(`The program was ended outside of all tests: ${error.message}`));
      reallyExit.call(process, 1);
    },
  });
  if (channel.wanted.exercise) {
    const { runExercise } = require('./exercise.js');
    await runExercise({ root, tests, load, modules, cacheDirectory: privateDirectory, onError });
  } else {
    const { runProject } = require('./project.js');
    await runProject({ root, words, load, onError });
  }
  channel.end();
  return session.failed ? 1 : 0;
}

main().then(
  (code) => reallyExit.call(process, code),
  (error) => {
    channel.error(String(error?.stack ?? error));
    reallyExit.call(process, 2);
  },
);
