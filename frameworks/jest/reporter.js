// Runs a jest project or a submission, and tells proctor of each test (docs/adding-a-framework.md).
//
//   node reporter.js ROOT [options of jest …]
'use strict';

const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');
const { takeChannel, writeAll } = require('./channel.js');
const fileReporter = require('./file_reporter.js');
const { exerciseOptions, runsSkipped } = require('./exercise.js');
const { Messages } = require('./messages.js');
const { Printed } = require('./printed.js');
const { partsOf, projectOptions } = require('./project.js');
const { Rejections } = require('./rejections.js');
const { Session } = require('./session.js');
const testRunner = require('./test_runner.js');

// Of jest's own options, those of each run.
const COMMON = {
  $0: 'jest',
  bail: 0, // with it jest would end the process by itself; the session leaves the rest out
  ci: true,
  passWithNoTests: true,
  reporters: [require.resolve('./file_reporter.js')],
  runInBand: true,
  testRunner: require.resolve('./test_runner.js'),
  watch: false,
  watchAll: false,
  watchman: false,
};

const channel = takeChannel();

function take(name) {
  const value = process.env[name] ?? '';
  delete process.env[name];
  return value;
}

const [, , givenRoot, ...words] = process.argv;
const root = fs.realpathSync(givenRoot);
const prepared = take('PROCTOR_PREPARED');
const cacheDirectory = take('PROCTOR_PRIVATE');
const tests = take('PROCTOR_TESTS').split('\n').filter((line) => line !== '');
for (const name of ['PROCTOR_ROOT', 'PROCTOR_FOLDER', 'PROCTOR_SLUG']) take(name);
// As jest's own command has it.
process.env.NODE_ENV ??= 'test';

function* upwards(directory) {
  yield directory;
  if (directory !== path.dirname(directory)) yield* upwards(path.dirname(directory));
}

/** The node_modules that jest is taken from. A submission brings none that could be trusted. */
function findModules() {
  const places = channel.wanted.exercise ? [prepared, '/opt/test-runner', root] : [...upwards(root), prepared];
  return places
    .filter((place) => place !== '')
    .map((place) => path.join(place, 'node_modules'))
    .find((modules) => fs.existsSync(path.join(modules, 'jest/package.json')));
}

/** Lets jest, whose parts `load` gives, tell a session of each test. */
function listen(load) {
  const { exercise } = channel.wanted;
  const messages = new Messages(root, exercise, (value) => load('pretty-format').format(value, { maxDepth: 3 }));
  const printed = new Printed();
  for (const [name, descriptor] of [['stdout', 1], ['stderr', 2]]) {
    const value = printed.stream(descriptor);
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  }
  if (exercise) {
    // Timers and promises that tests left behind may fail when jest-circus no longer listens: between two files, and
    // behind the last. Whether they come before the process is gone is chance.
    for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => undefined);
  }
  const session = new Session(channel, printed, messages);
  const circus = load('jest-circus/runner');
  testRunner.attach({
    session,
    printed,
    circus: circus.default ?? circus,
    makeConsole: () =>
      exercise ? printed.labelledConsole((text) => messages.printed(text)) : printed.console(),
    // (A project has its own configuration for it.)
    rejections: exercise ? new Rejections() : undefined,
    root,
    runsSkipped: exercise && runsSkipped(root),
  });
  fileReporter.listen((result) => {
    if (result.testExecError) fileFails(result.testExecError, result.testFilePath, session, messages);
    if (result.numFailingTests > 0) session.failed = true;
  });
  return { session, messages };
}

/** A test file can't be run, or something in it fails outside of its tests. */
function fileFails(error, testPath, session, messages) {
  session.failed = true;
  const reason = messages.ofFile(error) || `The tests in ${path.basename(testPath)} can't be run.`;
  const message = channel.wanted.exercise ? reason : `${path.relative(root, testPath)}: ${reason}`;
  if (session.isTesting) {
    // A test has broken jest itself. Whoever is open is the culprit, and the others are run without it.
    writeAll(2, message);
    process.exit(70);
  }
  channel.error(message);
}

const isOfTeardown = (error) => /^Jest: Got error running globalTeardown\b/.test(String(error?.message));

async function main() {
  const { exercise, filter } = channel.wanted;
  const modules = findModules();
  if (modules === undefined) {
    channel.error('jest is not there: install it in the project (npm install jest), or run `proctor warm`.', 'unavailable');
    return 2;
  }
  try {
    new RegExp(filter, 'u');
  } catch (error) {
    channel.error(`The filter can't be used: ${error.message}`, 'settings');
    return 2;
  }
  // jest's and Babel's words are coloured where the learning site shows them so. (As an option, which the children of
  // tests don't inherit, other than FORCE_COLOR.)
  process.argv.push(exercise ? '--color' : '--no-color');
  const load = partsOf(createRequire(path.join(modules, 'proctor.js')));
  const { session, messages } = listen(load);
  const options = exercise
    ? exerciseOptions({ root, tests, common: COMMON, modules, cacheDirectory })
    : await projectOptions({ root, words, common: COMMON, load, channel, session, messages, cacheDirectory });
  if (options !== undefined) await runJest(options, load, session, messages);
  channel.end();
  return options !== undefined && !session.failed ? 0 : 1;
}

async function runJest(options, load, session, messages) {
  let results;
  try {
    ({ results } = await load('@jest/core').runCLI(options, [root]));
  } catch (error) {
    if (!isOfTeardown(error) || session.isTesting) throw error;
    session.failed = true;
    channel.error(messages.ofFile(error), 'behind');
    return;
  }
  if (results.numTotalTestSuites === 0) {
    const where = words.map((word) => word.replace('--path=', '')).join(' or ');
    channel.error(`jest found no test files in ${path.basename(root)}${where && ` whose path matches ${where}`}.`, 'none');
    session.failed = true;
  }
  if (!results.success) session.failed = true;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    channel.error(String(error?.stack ?? error));
    process.exit(2);
  },
);
