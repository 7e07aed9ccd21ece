// Runs jest, and has it tell proctor of each test (docs/adding-a-framework.md).
//
//   node start.js ROOT [--path=GLOB …] [--OPTION …]   a project, with the jest and the configuration that it has
//   node start.js --exercise ROOT          a submission
//
// jest's own command runs in this process, with two options more: `testRunner` is runner.js, which runs the project's own
// runner and listens to it, in whatever process jest has a file run; `testResultsProcessor` is results.js, which looks at
// what all of it came to. Reporters, configuration and the end of the process are jest's.
'use strict';

const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');
const { Client } = require('./client.js');
const { exerciseOptions } = require('./exercise.js');
const { Messages } = require('./messages.js');
const { projectOptions } = require('./project.js');
const results = require('./results.js');
const runner = require('./runner.js');

const OLDEST = 27;
const words = process.argv.slice(2);
const exercise = words[0] === '--exercise';
if (exercise) words.shift();
const client = Client.fromEnvironment(runner.can(exercise));
if (client === undefined) throw new Error('this reporter is started by proctor, which names a channel in PROCTOR_CHANNEL');

const root = fs.realpathSync(words.shift());
const globs = words.filter((word) => word.startsWith('--path=')).map((word) => word.replace('--path=', ''));
const wishes = words.filter((word) => !word.startsWith('--path=')); // options of jest's own
const { PROCTOR_PREPARED: prepared = '', PROCTOR_PRIVATE: directory, PROCTOR_TESTS: listed = '' } = process.env;
const tests = listed.split('\n').filter((line) => line !== '');
for (const name of ['PREPARED', 'PRIVATE', 'TESTS', 'ROOT', 'FOLDER', 'SLUG']) delete process.env[`PROCTOR_${name}`];
process.env.NODE_ENV ??= 'test'; // as jest's own command has it
// jest's and Babel's words are coloured where the learning site shows them so. (As an option, which the children of
// tests don't inherit, other than FORCE_COLOR.)
process.argv.push(exercise ? '--color' : '--no-color');

const upwards = (from) => (from === path.dirname(from) ? [from] : [from, ...upwards(path.dirname(from))]);

/** The node_modules that jest is taken from. A submission brings none that could be trusted. */
function findModules() {
  const places = exercise ? [prepared, '/opt/test-runner', root] : [...upwards(root), prepared];
  const all = places.filter((place) => place !== '').map((place) => path.join(place, 'node_modules'));
  return all.find((modules) => fs.existsSync(path.join(modules, 'jest/package.json')));
}

/** What jest depends on isn't always beside it: the way to it is that of who depends on whom. */
const resolveThrough = (from, ...names) => names.reduce((file, name) => createRequire(file).resolve(name), from);

/** jest can't be run, and why is told. */
function refuse(message, kind) {
  client.tell('error', { message, [kind]: true });
  client.tell('end');
  process.exit(2);
}

/** jest, and the words for its command. */
async function prepare() {
  const modules = findModules();
  if (modules === undefined) {
    refuse('jest is not there: install it in the project (npm install jest), or run `proctor warm`.', 'unavailable');
  }
  const { version } = require(path.join(modules, 'jest/package.json'));
  if (Number.parseInt(version, 10) < OLDEST) {
    refuse(`jest ${version} is too old: proctor needs jest ${OLDEST} or newer (npm install jest@latest).`, 'unavailable');
  }
  const jestConfig = resolveThrough(path.join(modules, 'x.js'), 'jest', '@jest/core', 'jest-config');
  // What runner.js has to know, in whatever process it runs; projectOptions() says more.
  const settings = { root, exercise, channel: client.channel, circus: resolveThrough(jestConfig, 'jest-circus/runner') };
  const messages = new Messages(settings);
  const options = exercise
    ? exerciseOptions({ root, tests, modules, directory })
    : await projectOptions({ root, globs, directory, settings, messages, client, refuse, jestConfig });
  const file = path.join(directory, 'node_modules/proctor.cjs'); // (Elsewhere jest would transform it, and cache that.)
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text =
    `const settings = ${JSON.stringify(settings)};\n` +
    `module.exports = (...words) => require(${JSON.stringify(require.resolve('./runner.js'))}).run(settings, ...words);\n`;
  fs.writeFileSync(file, text, { mode: 0o600 });
  runner.attach(client);
  results.attach({ client, messages, root, exercise, globs, own: settings.processor });
  const ours = [`--testRunner=${file}`, `--testResultsProcessor=${require.resolve('./results.js')}`];
  const given = ['--ci', '--no-bail', '--no-watchman', '--passWithNoTests', ...ours, ...(exercise ? [] : wishes), ...options];
  return { jest: require(path.join(modules, 'jest')), given };
}

// (Not from within: it would stand in the stacks that jest shows.)
prepare().then(({ jest, given }) => jest.run(given, root));
